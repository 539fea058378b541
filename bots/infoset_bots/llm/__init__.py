"""A language model as a bot, behind any endpoint that speaks OpenAI's chat completions (extra `llm`).

`bot.py` is the bot, `endpoint.py` asks and bears what endpoints do, `answers.py` reads what a model says, `use.py` counts,
`transcript.py` keeps what was said, `prompting.py` reads the prompts in `prompts/`: versioned files, one for each
prompt a model has ever been measured with, so they are added to and never changed.
"""
