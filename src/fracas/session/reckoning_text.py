"""The reckoning of a fight as Markdown, and the phrases in which page and terminal say the same figures.

For the server's download and for the terminal, which has bars of its own.
"""

from __future__ import annotations

from fracas.session.luck import Luck
from fracas.session.reckoned import Blows, Person, near
from fracas.session.reckoning import Reckoning

OTHERS = "other causes"
WEIGHED = "Only deeds with exact chances count; anyone who was not asked is assumed to pass."


def many(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def escaped(text: str) -> str:
    """For Markdown: people's words stay words, also at the beginning of a line."""
    out = "".join([f"\\{mark}" if mark in "\\`*_{}[]<>#|~&" else mark for mark in text])
    return f"\\{out}" if out[:1] in ("-", "+", "=") else out


def length(reckoning: Reckoning) -> str:
    """How long it took."""
    turns = [many(reckoning.turns, "turn")] if reckoning.turns else []
    rounds = [many(reckoning.rounds, "round")] if reckoning.rounds or not turns else []
    return ", ".join(turns + rounds)


def lasted(seconds: int) -> str:
    """A time as people say it: 40 s, 2 min 5 s, 3 h 10 min."""
    if seconds < 60:
        return f"{seconds} s"
    if seconds < 3600:
        return f"{seconds // 60} min" + (f" {seconds % 60} s" if seconds % 60 else "")
    return f"{seconds // 3600} h" + (f" {seconds % 3600 // 60} min" if seconds % 3600 >= 60 else "")


def in_all(blows: list[Blows]) -> str:
    """How much harm that was: `12`, `12+` where some of it was told without a number, `?` where all of it was."""
    amount = sum([blow.amount for blow in blows])
    if not any([blow.untold for blow in blows]):
        return str(amount)
    return f"{amount}+" if amount else "?"


def dealt(reckoning: Reckoning, who: str) -> str:
    return in_all([blow for blow in reckoning.blows.values() if blow.by == who])


def taken(reckoning: Reckoning, who: str) -> str:
    return in_all([blow for blow in reckoning.blows.values() if blow.to == who])


def harm_said(amount: int, times: int, untold: int) -> str:
    """`12 harm, 3 times, 1 of them without a number`."""
    often = "once" if times == 1 else f"{times} times"
    if untold == times:
        return f"{often}, told without a number"
    return f"{amount} harm, {often}" + (f", {untold} of them without a number" if untold else "")


def name_of(reckoning: Reckoning, who: str) -> str:
    person = reckoning.people.get(who)
    return person.name if person is not None else OTHERS


def by_source(reckoning: Reckoning) -> list[tuple[str, str, int, int, int]]:
    """Who did how much by what: name, means, amount, times, times told without a number; the most first."""
    rows: dict[tuple[str, str], list[int]] = {}
    for blow in reckoning.blows.values():
        row = rows.setdefault((blow.by, blow.means), [0, 0, 0])
        row[:] = [row[0] + blow.amount, row[1] + blow.times, row[2] + blow.untold]
    found = [(name_of(reckoning, by), means, row[0], row[1], row[2]) for (by, means), row in rows.items()]
    return sorted(found, key=lambda one: -one[2])


def by_target(reckoning: Reckoning) -> list[tuple[str, int, int, int]]:
    rows: dict[str, list[int]] = {}
    for blow in reckoning.blows.values():
        row = rows.setdefault(blow.to, [0, 0, 0])
        row[:] = [row[0] + blow.amount, row[1] + blow.times, row[2] + blow.untold]
    found = [(name_of(reckoning, to), row[0], row[1], row[2]) for to, row in rows.items()]
    return sorted(found, key=lambda one: -one[1])


def used_by(person: Person) -> list[str]:
    """What somebody used and let pass, and what was left over."""
    said: list[str] = []
    for reacts in (False, True):
        told = [f"{what} {times}" for (what, is_reaction), times in person.used.items() if is_reaction == reacts]
        if told:
            said.append(("reactions: " if reacts else "") + ", ".join(told))
    if person.passed:
        said.append(f"{many(person.passed, 'reaction')} offered and not taken")
    left = [f"{amount} {what}" for what, amount in person.unspent.items() if amount]
    if left:
        said.append(f"{', '.join(left)} left at the end of {many(person.turns, 'turn')}")
    return said


def lucky(luck: Luck, words: list[str]) -> list[str]:
    """`hit: expected 4.2, got 6`, word by word."""
    rows = [word for word in words if word in luck.expected]
    return [f"{word}: expected {near(luck.expected[word]):.1f}, got {luck.got[word]}" for word in rows]


def dice_of(person: Person) -> str:
    if not person.rolls:
        return ""
    return f"{person.rolled / person.rolls:.1f} a roll, {float(person.usual) / person.rolls:.1f} expected"


def as_markdown(reckoning: Reckoning) -> str:
    title = escaped(reckoning.game.state.title)
    ended = f"**{escaped(reckoning.title)}.** " if reckoning.title else "Not over yet. "
    parts = [f"# {title}", f"{ended}{length(reckoning)}."]
    parts += _harm(reckoning) + _people(reckoning) + _used(reckoning) + _luck(reckoning)
    if reckoning.rewards:
        parts += ["## Rewards", "\n".join([f"- {escaped(text)}" for text in reckoning.rewards])]
    return "\n\n".join(parts) + "\n"


def table(heads: list[str], rows: list[list[str]]) -> str:
    """Names and words to the left, numbers to the right."""
    numeric = [bool(rows) and all([row[at][:1].isdigit() or not row[at] for row in rows]) for at in range(len(heads))]
    rule = ["---:" if number else "---" for number in numeric]
    return "\n".join(["| " + " | ".join(row) + " |" for row in [heads, rule, *rows]])


def _harm(reckoning: Reckoning) -> list[str]:
    if not reckoning.blows:
        return []
    untold = any([blow.untold for blow in reckoning.blows.values()])
    heads = ["harm", "times"] + (["without a number"] if untold else [])

    def cells(amount: int, times: int, silent: int) -> list[str]:
        return [str(amount), str(times)] + ([str(silent)] if untold else [])

    sources = [
        [escaped(name), escaped(means), *cells(amount, times, silent)]
        for name, means, amount, times, silent in by_source(reckoning)
    ]
    targets = [[escaped(name), *cells(amount, times, silent)] for name, amount, times, silent in by_target(reckoning)]
    return ["## Harm by source", table(["by", "with", *heads], sources),
            "## Harm by target", table(["to", *heads], targets)]  # fmt: skip


def _people(reckoning: Reckoning) -> list[str]:
    timed = any([person.seconds for person in reckoning.people.values()])
    rows: list[list[str]] = []
    for person in reckoning.people.values():
        row = [escaped(person.name), escaped(person.side), person.fate]
        row += [dealt(reckoning, person.id), taken(reckoning, person.id)]
        clock = person.clock()
        if timed:
            row += [lasted(clock[0]), lasted(clock[1])] if clock is not None else ["", ""]
        rows.append([*row, dice_of(person)])
    clocks = ["a turn (median)", "longest turn"] if timed else []
    return ["## Everybody", table(["who", "side", "at the end", "dealt", "taken", *clocks, "dice"], rows)]


def _used(reckoning: Reckoning) -> list[str]:
    told = [(person, used_by(person)) for person in reckoning.people.values() if person.whole]
    rows = [f"- **{escaped(person.name)}**: {escaped('; '.join(said))}" for person, said in told if said]
    return ["## Used and missed", "\n".join(rows)] if rows else []


def _luck(reckoning: Reckoning) -> list[str]:
    if not reckoning.everybody.deeds:
        return []
    rows: list[list[str]] = []
    people = [(escaped(person.name), person.luck) for person in reckoning.people.values()]
    for name, luck in [*people, ("everybody", reckoning.everybody)]:
        for word in [word for word in reckoning.words if word in luck.expected]:
            rows.append([name, escaped(word), f"{near(luck.expected[word]):.1f}", str(luck.got[word]), str(luck.deeds)])
    return ["## Luck", table(["who", "came out", "expected", "got", "deeds"], rows), WEIGHED]
