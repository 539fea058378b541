"""Asks an endpoint that speaks OpenAI's chat completions, and bears whatever it does instead of answering.

An answer is streamed, so one without an end is cut off where the budget ends; one that breaks off is no answer.
"""

import asyncio
import functools
import os
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal
from urllib.parse import urlsplit

from infoset.errors import CommandError
from infoset.extras import require

if TYPE_CHECKING:  # slow to load
    from openai import AsyncOpenAI, AsyncStream
    from openai.types.chat import ChatCompletionChunk

Message = dict[str, str]  # role, content
Failure = Literal["timeout", "rate_limited", "refused", "unreachable", "broken", "half", "endless"]
LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
NO_KEY: Final = "none"  # what is shown to an endpoint of this machine that wants no key
CHARACTERS_A_TOKEN: Final = 4
MOST_CHARACTERS: Final = 16  # of an answer, for each token it may have
MAX_REASON: Final = 300
TOO_MANY: Final = 429


class EndpointError(Exception):
    """No whole answer came. `wait_s` is how long the endpoint wants us to stay away."""

    def __init__(self, failure: Failure, reason: str, wait_s: float = 0.0) -> None:
        super().__init__(f"{failure}: {reason}")
        self.failure = failure
        self.wait_s = wait_s


@dataclass(frozen=True)
class Answered:
    """A whole answer and what it cost; without a count of the endpoint the tokens are estimated from the letters."""

    text: str
    tokens_in: int
    tokens_out: int


class Endpoint:
    """One model at one address."""

    def __init__(
        self,
        model: str,
        base_url: str | None,
        key_env: str,
        limit_name: str,
        temperature: float | None,
    ) -> None:
        """The key comes from the environment variable `key_env`. Raises CommandError where it is missing."""
        require("a language model", "llm", "openai")
        self.model = model
        self._base_url = base_url
        self._key = read_key(base_url, key_env)
        self._limit_name = limit_name
        self._temperature = temperature

    def ask(self, messages: Sequence[Message], max_tokens: int, seconds: float) -> Answered:
        """The answer within so many tokens and seconds. Raises EndpointError."""
        return asyncio.run(self._ask(messages, max_tokens, seconds))

    async def _ask(self, messages: Sequence[Message], max_tokens: int, seconds: float) -> Answered:
        import openai

        try:
            async with asyncio.timeout(seconds), self._client(seconds) as client:
                return await self._read(client, messages, max_tokens)
        except (TimeoutError, openai.APITimeoutError):
            raise EndpointError("timeout", f"no whole answer within {seconds:.1f} s") from None
        except openai.APIStatusError as error:
            reason = self._hide(str(error))
            if error.status_code == TOO_MANY:
                raise EndpointError("rate_limited", reason, wait_of(error.response)) from None
            raise EndpointError("refused", reason) from None
        except openai.APIConnectionError as error:
            raise EndpointError("unreachable", self._hide(str(error.__cause__ or error))) from None
        except EndpointError:
            raise
        except Exception as error:  # noqa: BLE001 (what an endpoint sends can break its reader anywhere)
            raise EndpointError("broken", self._hide(f"{type(error).__name__}: {error}")) from None

    def _client(self, seconds: float) -> "AsyncOpenAI":
        from openai import AsyncOpenAI, DefaultAsyncHttpxClient

        return AsyncOpenAI(
            base_url=self._base_url,
            api_key=self._key,
            max_retries=0,
            timeout=seconds,
            http_client=DefaultAsyncHttpxClient(verify=trusted()),
        )

    async def _read(
        self, client: "AsyncOpenAI", messages: Sequence[Message], max_tokens: int
    ) -> Answered:
        more: dict[str, Any] = {self._limit_name: max_tokens}
        if self._temperature is not None:
            more["temperature"] = self._temperature
        create: Any = client.chat.completions.create  # which fields there are, its endpoint says
        stream: AsyncStream[ChatCompletionChunk] = await create(
            model=self.model,
            messages=list(messages),
            stream=True,
            stream_options={"include_usage": True},
            **more,
        )
        parts: list[str] = []
        length, is_whole = 0, False
        counted: tuple[int, int] | None = None
        async for chunk in stream:
            if chunk.usage is not None:
                counted = chunk.usage.prompt_tokens, chunk.usage.completion_tokens
            for choice in chunk.choices[:1]:
                parts.append(choice.delta.content or "")
                length += len(parts[-1])
                is_whole = is_whole or choice.finish_reason is not None
            if length > max_tokens * MOST_CHARACTERS:
                raise EndpointError("endless", f"more than {max_tokens} tokens")
        if not is_whole:
            raise EndpointError("half", "the answer broke off")
        text = "".join(parts)
        asked = sum(len(message["content"]) for message in messages)
        return Answered(text, *(counted or (estimated(asked), estimated(length))))

    def _hide(self, text: str) -> str:
        """The text without our key, which an endpoint may have said back."""
        hidden = text if self._key == NO_KEY else text.replace(self._key, "***")
        return hidden[:MAX_REASON]


@functools.cache
def trusted() -> ssl.SSLContext:
    """The usual authorities, read once: that takes longer than many an answer."""
    return ssl.create_default_context()


def read_key(base_url: str | None, key_env: str) -> str:
    """The key in the environment; an endpoint on this machine needs none. Raises CommandError."""
    key = os.environ.get(key_env, "").strip()
    if key:
        return key
    if urlsplit(base_url or "").hostname in LOOPBACK:
        return NO_KEY
    raise CommandError(
        f"a language model needs a key: set {key_env}, or name another with key_env="
    )


def wait_of(response: Any) -> float:
    """What `Retry-After` says, in seconds; 0 where it says nothing that can be read."""
    try:
        return max(0.0, float(response.headers.get("retry-after", "0")))
    except ValueError:
        return 0.0


def estimated(characters: int) -> int:
    """Tokens of so many characters."""
    return -(-characters // CHARACTERS_A_TOKEN)
