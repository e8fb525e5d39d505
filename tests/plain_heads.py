"""Heads found the slow way: by reading the rules as they are written, child by child."""

from treelens.engine.heads import HeadRules
from treelens.engine.heads.rules import TAG, matches
from treelens.engine.trees import Tree


def plain_heads(tree: Tree, rules: HeadRules, marked: list[bool]) -> tuple[list[int], list[int]]:
    """Return by node the head child and the position of the head word; -1 where there is none."""
    child, word = [-1] * len(tree), [-1] * len(tree)
    for node in range(len(tree) - 1, -1, -1):
        if tree.is_word(node):
            word[node] = tree.start[node]
            continue
        kids = [one for one in tree.children(node) if word[one] >= 0]
        strong = [one for one in kids if not _is_weak(tree, rules, one)]
        kids = strong or kids
        if kids:
            child[node] = _chosen(tree, rules, node, kids, marked)
            word[node] = word[child[node]]
    return child, word


def _is_weak(tree: Tree, rules: HeadRules, node: int) -> bool:
    if rules.labelled_by == "dependent" or tree.is_word(node):
        return False
    if tree.is_preterminal(node) and rules.is_punctuation(tree.text(node)):
        return True
    below = [one for one in tree.children(node) if tree.start[one] < tree.end[one]]
    return all(_is_weak(tree, rules, one) for one in below)


def _among(tree: Tree, node: int, patterns: tuple[str, ...]) -> bool:
    if tree.is_word(node):
        return False
    return any(
        tree.is_preterminal(node) if pattern == TAG else matches(tree.text(node), pattern) for pattern in patterns
    )


def _chosen(tree: Tree, rules: HeadRules, node: int, kids: list[int], marked: list[bool]) -> int:
    if len(kids) == 1:
        return kids[0]
    for one in kids:
        if marked[one]:
            return one
    found = _by_steps(tree, rules, node, kids)
    at = kids.index(found)
    if at >= 2 and _among(tree, kids[at - 1], rules.coordinators):
        found = kids[at - 2]
    for rule in rules.reassign:
        if _among(tree, node, rule.within) and _among(tree, found, rule.chosen):
            order = reversed(kids) if rule.pick == "right" else kids
            found = next((one for one in order if one != found and _among(tree, one, rule.to)), found)
    return found


def _by_steps(tree: Tree, rules: HeadRules, node: int, kids: list[int]) -> int:
    for step in rules.steps_for(tree.text(node)):
        order = kids[::-1] if step.from_right else kids
        if step.outermost:
            order = order[:1]
        wanted = [step.labels] if step.together else [(label,) for label in step.labels]
        for labels in wanted if step.labels else [()]:
            for one in order:
                if not labels or _among(tree, one, labels):
                    return one
    return kids[0]
