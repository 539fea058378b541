"""How entries stand: by what is proved, with what is assumed of those that have not played."""

from tests.server.contests.ladder.made import Notepad, enter, make_ladder, result

from infoset_server.accounts.users import Role
from infoset_server.contests.ladder.calculation import TableCalculation
from infoset_server.contests.ladder.rating_worker import Calculated


def test_the_table_orders_by_what_is_proved_and_knows_who_has_not_played() -> None:
    notes = Notepad()
    ladder = make_ladder(notes, anchors=[{"name": "rock", "rating": 1500}])
    ann, bob = enter(ladder, "ann"), enter(ladder, "bob")
    rock = enter(ladder, "rock", role=Role.ORGANISER)
    calculation = TableCalculation(ladder.terms())
    for number in range(1, 31):
        one = result(number, (ann.id, bob.id), (1, 2) if number % 5 else (2, 1))
        ladder.count(one)
        calculation.add(one)
    assert ladder.is_stale
    ladder.standings.publish(
        Calculated(tuple(calculation.due()), calculation.table()), len(ladder.results)
    )
    assert not ladder.is_stale
    names = [ladder.entries[row.entry].name for row in ladder.standings.rows()]
    assert names[:2] == ["ann", "rock"]
    assert ladder.standings.rating_of(rock.id) == 1500
    assert ladder.standings.row(rock.id).sigma == 0
    assert ladder.standings.rating_of(enter(ladder, "new").id) == 1500
    assert set(notes.of("ladder_table:open")) == {"10", "20", "30", "newest"}
