"""JSON merge patches (RFC 7396): what has changed in an object, written as an object. Knows no message.

Own code, because the libraries that exist hold 1 and true for equal, and are no longer than this.
"""

from typing import Any, Final

import orjson

Obj = dict[str, Any]

_write: Final = orjson.dumps


def make_patch(before: Obj, after: Obj) -> Obj:
    """What makes `after` of `before`: None removes a field, lists are replaced as a whole.

    Neither may hold a null: a patch could not say it.
    """
    patch: Obj = {name: None for name in before if name not in after}
    for name, value in after.items():
        if name not in before:
            patch[name] = value
            continue
        old = before[name]
        if type(value) is dict and type(old) is dict:
            inside = make_patch(old, value)
            if inside:
                patch[name] = inside
        elif _write(value) != _write(old):  # as written: 1 is not true, though Python says so
            patch[name] = value
    return patch


def apply_patch(target: Any, patch: Any) -> Any:
    """What `patch` makes of `target`, which does not change; parts that stay are shared with it."""
    if type(patch) is not dict:
        return patch
    result: Obj = dict(target) if type(target) is dict else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = apply_patch(result.get(name), value)
    return result
