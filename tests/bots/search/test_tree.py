"""Nodes and their chains."""

from infoset_bots.search.tree import NONE, ROOT, Tree


def test_children_are_found_by_owner_and_key_in_the_order_they_were_made() -> None:
    tree = Tree()
    made = [tree.add(ROOT, 0, 7), tree.add(ROOT, 1, 7), tree.add(ROOT, 0, -3)]
    assert [tree.find(ROOT, 0, 7), tree.find(ROOT, 1, 7), tree.find(ROOT, 0, -3)] == made
    assert tree.find(ROOT, 1, -3) == NONE
    chain = []
    child = tree.first[ROOT]
    while child != NONE:
        chain.append(child)
        child = tree.sibling[child]
    assert chain == made


def test_a_node_is_made_once() -> None:
    tree = Tree()
    below = tree.find_or_add(tree.find_or_add(ROOT, 0, 1), 1, 2)
    assert tree.find_or_add(tree.find_or_add(ROOT, 0, 1), 1, 2) == below
    assert tree.size == 3


def test_the_mean_is_over_the_visits() -> None:
    tree = Tree()
    node = tree.add(ROOT, 0, 1)
    tree.visits[node], tree.total[node] = 2, 1.5
    assert tree.mean(node) == 0.75
