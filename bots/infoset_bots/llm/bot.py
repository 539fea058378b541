"""The bot: a language model answers each turn.

infoset arena llm:MODEL random --duplicate
infoset bot infoset_bots.llm.bot --param model=MODEL --param base_url=http://127.0.0.1:11434/v1 --seek catan
"""

import os
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from infoset.bot import Bot
from infoset.errors import CommandError, RequestError, WrongChoiceError
from infoset.mcp.refusal import RefusedError
from infoset.mcp.rulebook import read_readme
from infoset.printing import clean
from infoset.seated.entry import read_entry
from infoset.seated.telling import BLACK, tell_position, tell_question, tell_turn
from infoset.seated.wording import wording_for
from infoset.seated.worlds import tell_rows, tell_worlds
from infoset.turn import NOT_DECIDED, Answer, Choice, Match, Turn
from infoset.watching.boards import board_for
from infoset.word_files import ENGLISH
from infoset.wording import speaking
from infoset_bots.llm.answers import AnswerError, Said, read_said
from infoset_bots.llm.endpoint import Answered, Endpoint, EndpointError, Message
from infoset_bots.llm.prompting import NEWEST, NOTES, TALK, TOOLS, fill, read_prompt
from infoset_bots.llm.transcript import Transcript
from infoset_bots.llm.use import Use
from infoset_protocol.messages import SimJob

MARGIN_S: Final = 0.5  # of the clock that is left for the way back
MOST_TOOLS: Final = 4  # uses in one decision
MOST_EVENTS: Final = 40  # lines of what happened since the last turn
WORLDS: Final = 3
PLAYOUTS: Final = 16
MILLION: Final = 1_000_000


class NoAnswerError(Exception):
    """The model gave no legal answer within its budget."""


class LanguageModelBot(Bot):
    """Asks a model at an endpoint that speaks OpenAI's chat completions, for each turn anew."""

    def __init__(
        self,
        *,
        model: str = "",
        base_url: str = "",
        key_env: str = "OPENAI_API_KEY",
        prompt: str = NEWEST,
        tokens: int = 2000,
        seconds: float = 30.0,
        retries: int = 3,
        actions: bool = True,
        notes: bool = True,
        tools: bool = False,
        talk: bool = False,
        rules: bool = True,
        price_in: float = 0.0,
        price_out: float = 0.0,
        limit_name: str = "max_tokens",
        temperature: float | None = None,
        transcripts: str = "",
    ) -> None:
        """`tokens`, `seconds` and `retries` are the budget of one decision, all its requests together.

        `actions` lists the legal actions, `notes` lets the model write itself a note, `tools` offers worlds and
        rollouts where the match grants them, `talk` lets it talk where the room lets programs. Prices are for a million tokens. `limit_name` is what the endpoint calls
        the most tokens of an answer. `transcripts` is a folder to keep what was said in. Raises CommandError.
        """
        if not model:
            raise CommandError("model: expected the name of a model")
        if tokens < 1 or retries < 0 or not seconds > 0:
            raise CommandError("expected tokens from 1, retries from 0, seconds above 0")
        read_prompt(prompt)
        address = base_url or os.environ.get("OPENAI_BASE_URL") or None
        self._endpoint = Endpoint(model, address, key_env, limit_name, temperature)
        self._prompt = prompt
        self._tokens, self._seconds, self._retries = tokens, seconds, retries
        self._lists_actions, self._has_notes, self._has_tools = actions, notes, tools
        self._has_rules, self._talks = rules, talk
        self._prices = price_in / MILLION, price_out / MILLION
        self._folder = transcripts
        self._system = ""
        self._own_notes = ""
        self._events: list[str] = []
        self.use = Use()
        self.transcript = Transcript()

    def on_start(self, match: Match) -> None:
        offered = {NOTES: self._has_notes, TOOLS: self._has_tools, TALK: self._talks}
        more = "".join(read_prompt(name) for name, is_offered in offered.items() if is_offered)
        rules = ""
        if self._has_rules:
            with suppress(RefusedError):  # a game whose rules are not installed here
                rules = read_readme(match.game)
        self._system = fill(self._prompt, game=match.game, more=more, rules=rules)
        self.transcript.note(
            "start",
            model=self._endpoint.model,
            prompt=self._prompt,
            game=match.rules,
            seat=match.seat,
            system=self._system,
        )

    @speaking(ENGLISH)  # the same text on every computer
    def on_events(self, match: Match, events: Sequence[Mapping[str, Any]]) -> None:
        board = board_for(match, BLACK)
        with suppress(KeyError, TypeError, IndexError):  # an event of newer rules
            self._events += [line for one in events if (line := board.say(match, one)) is not None]
        del self._events[:-MOST_EVENTS]

    def on_talk(self, match: Match, name: str, text: str) -> None:
        if self._talks:
            self._events.append(f"{clean(name)} says: {clean(text)}")
            del self._events[:-MOST_EVENTS]

    def on_over(self, match: Match, result: object) -> None:
        self.transcript.note("end", use=self.use.to_plain(), notes=self._own_notes)
        if self._folder:
            os.makedirs(self._folder, exist_ok=True)
            path = os.path.join(self._folder, f"{match.match_id}-{match.seat}.jsonl")
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(f"{line}\n" for line in self.transcript.lines)

    @speaking(ENGLISH)
    def decide(self, turn: Turn) -> Answer:
        """Raises NoAnswerError where the budget is used up."""
        begun_s = time.monotonic()
        self.use.decisions += 1
        try:
            return answer_of(self._ask(turn, begun_s))
        except NoAnswerError:
            self.use.unanswered += 1
            raise
        finally:
            self.use.seconds += time.monotonic() - begun_s

    def _ask(self, turn: Turn, begun_s: float) -> Choice:
        """The choice of the model; refused ones are told it with the reason."""
        until_s = begun_s + self._seconds
        if turn.deadline_ms is not None:
            until_s = min(until_s, begun_s + turn.deadline_ms / 1000 - MARGIN_S)
        messages: list[Message] = [
            {"role": "system", "content": self._system},
            {"role": "user", "content": self._question(turn)},
        ]
        self.transcript.note("turn", decision=turn.decision, question=messages[-1]["content"])
        left, tries, tools = self._tokens, 0, 0
        trouble = "it had no time"
        while tries <= self._retries and left > 0 and time.monotonic() < until_s:
            self.use.retries += tries > 0
            try:
                answered = self._request(turn, messages, left, until_s)
            except EndpointError as error:
                tries += 1
                trouble = str(error)
                continue
            left -= answered.tokens_out
            try:
                said = read_said(answered.text, with_tools=self._has_tools and tools < MOST_TOOLS)
                if said.tool:
                    tools += 1
                    self.use.tools += 1
                    reply = self._think(turn, said.tool)
                else:
                    return self._choose(turn, said)
            except (AnswerError, WrongChoiceError) as error:
                tries += 1
                self.use.illegal += 1
                trouble = f"not legal: {error}"
                reply = "\n".join([f"not legal: {error}", *tell_question(turn)])
            messages += [
                {"role": "assistant", "content": answered.text},
                {"role": "user", "content": reply},
            ]
            self.transcript.note("told", decision=turn.decision, text=reply)
        raise NoAnswerError(
            f"{self._endpoint.model} gave no legal answer within its budget; in the end: {trouble}"
        )

    def _question(self, turn: Turn) -> str:
        happened, self._events = self._events, []
        told = (
            tell_turn(turn)
            if self._lists_actions
            else [
                *tell_position(turn.match, turn.plain_observation, turn.actions),
                wording_for(turn.match).task(turn.kind),
            ]
        )
        before = (
            ["since your last turn:", *(f"  {line}" for line in happened), ""] if happened else []
        )
        notes = ["", f"your notes: {self._own_notes}"] if self._has_notes else []
        return "\n".join([*before, *told, *notes])

    def _request(
        self, turn: Turn, messages: Sequence[Message], tokens: int, until_s: float
    ) -> Answered:
        """One request. Raises EndpointError where it brought no whole answer, after the wait that the endpoint wants."""
        try:
            answered = self._endpoint.ask(messages, tokens, max(until_s - time.monotonic(), 0.001))
        except EndpointError as error:
            self.use.failures += 1
            self.transcript.note("failure", decision=turn.decision, why=str(error))
            wait_s = min(error.wait_s, until_s - time.monotonic())
            if wait_s > 0:
                time.sleep(wait_s)
            raise
        self.use.answers += 1
        self.use.tokens_in += answered.tokens_in
        self.use.tokens_out += answered.tokens_out
        price_in, price_out = self._prices
        self.use.cost += answered.tokens_in * price_in + answered.tokens_out * price_out
        self.transcript.note(
            "answer",
            decision=turn.decision,
            text=answered.text,
            tokens_in=answered.tokens_in,
            tokens_out=answered.tokens_out,
        )
        return answered

    def _choose(self, turn: Turn, said: Said) -> Choice:
        """The choice that was said. Raises WrongChoiceError with the reason."""
        choice = read_entry(turn, wording_for(turn.match), said.action, is_by_position=True)
        if said.notes is not None and self._has_notes:
            self._own_notes = said.notes
        if self._talks:
            turn.say(said.talk)
        turn.remark(said.why.removeprefix(NOT_DECIDED))
        return choice

    def _think(self, turn: Turn, tool: str) -> str:
        """What a tool tells. A match that grants no compute says so."""
        if turn.remote is None:
            return "nothing can be thought on the server here; act"
        try:
            return self._worlds(turn) if tool == "worlds" else self._rollout(turn)
        except RequestError as error:
            return f"refused: {error.msg}; act"

    def _worlds(self, turn: Turn) -> str:
        assert turn.remote is not None
        handles = [world.w for world in turn.remote.determinize(WORLDS).worlds]
        jobs = [SimJob(w=handle, acts=[], keep=False) for handle in handles]
        views = {
            seat: [one.obs or {} for one in turn.remote.simulate(jobs, ["obs"], view=seat).results]
            for seat in range(turn.match.seats)
            if seat != turn.seat
        }
        return "\n".join(tell_worlds(turn, views))

    def _rollout(self, turn: Turn) -> str:
        assert turn.remote is not None
        first = None if turn.n is None else "all"
        rows = turn.remote.rollout(first=first, k=PLAYOUTS, n=1).rows
        return "\n".join(tell_rows(turn, rows))


def answer_of(choice: Choice) -> Answer:
    """A choice as a bot returns it."""
    if choice.index is not None:
        return choice.index
    return choice.action if choice.picks is None else list(choice.picks)
