"""Makes the task of a request, after a look at what it asks of the game. Looks at no match and no client."""

from infoset_games.game import Game
from infoset_games.policy_registry import known_policies
from infoset_protocol import messages as wire
from infoset_server.common.request_errors import BadOptionError
from infoset_server.compute.errors import BadPolicyError
from infoset_server.compute.tasks.determinize import DeterminizeTask
from infoset_server.compute.tasks.rollout import RolloutTask
from infoset_server.compute.tasks.simulate import SimulateTask
from infoset_server.compute.tasks.task import Task
from infoset_server.config import ComputeLimits

Request = wire.Determinize | wire.Simulate | wire.Rollout


def make_task(request: Request, game: Game, limits: ComputeLimits) -> Task:
    """The task of a request about a play of `game`. Raises RequestError, naming the field that is wrong."""
    match request:
        case wire.Determinize():
            check_count(request.k, limits)
            return DeterminizeTask(request)
        case wire.Simulate():
            check_walks(request, game)
            return SimulateTask(request)
        case wire.Rollout():
            check_count(request.k, limits)
            for place, act in enumerate(request.first if isinstance(request.first, list) else ()):
                check_seat(game, f"first.{place}.seat", act.seat)
            return RolloutTask(request, read_policies(request, game))


def check_walks(request: wire.Simulate, game: Game) -> None:
    """Raises BadOptionError for a seat, BadPolicyError for a policy that the game does not have."""
    check_seat(game, "view", request.view)
    for number, job in enumerate(request.jobs):
        for place, act in enumerate(job.acts):
            check_seat(game, f"jobs.{number}.acts.{place}.seat", act.seat)
        check_policy(game, job.fill)
        if job.policy is not None:
            check_policy(game, job.policy)


def read_policies(request: wire.Rollout, game: Game) -> list[str]:
    """The policy of each seat. Raises BadOptionError for another number of them, BadPolicyError for one unknown."""
    policies = request.policies or [request.policy] * game.seats
    if len(policies) != game.seats:
        raise BadOptionError("policies", f"{game.seats} names, one for each seat")
    for policy in set(policies):
        check_policy(game, policy)
    return policies


def check_count(k: int, limits: ComputeLimits) -> None:
    """Raises BadOptionError for more worlds than one request may ask for."""
    if k > limits.max_k:
        raise BadOptionError("k", f"an integer of at most {limits.max_k}")


def check_seat(game: Game, path: str, seat: int | None) -> None:
    """Raises BadOptionError, with the path of the field, for a seat that the game does not have."""
    if seat is not None and seat >= game.seats:
        raise BadOptionError(path, f"an integer below {game.seats}")


def check_policy(game: Game, name: str) -> None:
    """Raises BadPolicyError where the game has no such policy."""
    known = known_policies(game.name)
    if name not in known:
        raise BadPolicyError(name, known)
