"""Canaries: secrets with words that stand nowhere else, and a look for them in whatever reached somebody.

Each secret has one word of its own. An id and a name end in numbers of their own too: players are told others, so those
numbers may reach nobody, ever; the word may, from the moment its owner is first seen.
"""

from __future__ import annotations

import base64
import re
import zlib
from functools import lru_cache

from fracas.engine.combatant import Combatant
from fracas.engine.command import GM
from fracas.engine.covering import cover_start
from fracas.engine.encounter import Encounter
from fracas.engine.game import Game
from fracas.engine.log import EVENT
from fracas.engine.ruleset import Ruleset

STEM = "zqk"
"""Begins every such word, and no other word of any content."""
TEXTS = ("note", "aside", "reason", "seed", "text", "whisper", "room")
"""What is nobody's: words that reach no player at all, but for a whisper, which reaches one."""
WORD = re.compile(rf"{STEM}([a-z]+)(?:(?:-|[ _\\-]+shade[ _\\-]*)(\d+))?", re.IGNORECASE)
FIRST_NUMBER = 70
"""Nobody is the seventieth of a name: such a number is the GM's own."""
ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")
BASE64 = re.compile(rb"[A-Za-z0-9+/_-]{12,}={0,2}")
HEX = re.compile(rb"(?:[0-9a-fA-F]{2}){6,}")


def text(kind: str, what: object = "") -> str:
    """Words of the GM that only the GM may read."""
    assert kind in TEXTS
    return f"{STEM}{kind} {what}".strip()


class Canary:
    """Somebody nobody knows of."""

    def __init__(self, word: str, number: int) -> None:
        self.word = word
        self.id = f"{STEM}{word}-{number}"
        self.name = f"{STEM.title()}{word} Shade {number + 1}"


class Flock:
    """The canaries of one encounter, and who may have heard of which."""

    def __init__(self) -> None:
        self.birds: dict[str, Canary] = {}
        self.met: set[str] = set()
        """Words everybody may have heard of."""
        self.own: dict[str, set[str]] = {}
        """By seat: words of those it runs unseen by the others."""
        self.read = 0
        """How much of the log was looked at."""

    def hatch(self, word: str) -> Canary:
        """One more; two of one word differ in their numbers alone."""
        one = Canary(word, FIRST_NUMBER + 2 * len(self.birds))
        self.birds[one.id] = one
        return one

    def look(self, game: Game) -> None:
        """Note whom everybody can see, or could at some moment. Once seen is known for good."""
        shroud, people = game.state.board.shroud, game.state.combatants
        seen = [who for who, one in people.items() if not one.hidden]
        if shroud is not None:
            held = {who: game.state.board.footprint(people[who].pos, people[who].size) for who in seen}
            seen = [who for who in seen if not shroud.swallows(held[who])]
        for line in game.log.lines[self.read :]:
            if line.kind == EVENT and line.data["kind"] in ("met", "revealed"):
                seen.append(str(line.data["who"]))
        self.read = len(game.log.lines)
        self.met |= {self.birds[who].word for who in seen if who in self.birds}

    def forbidden(self, seat: str, said: str) -> list[str]:
        """What a seat must not have read in some text."""
        found: list[str] = []
        for match in WORD.finditer(said):
            word, number = match[1].lower(), int(match[2] or 0)
            own = word in self.own.get(seat, set())
            if (word not in self.met and not own) or (number >= FIRST_NUMBER and not own):
                found.append(said[max(0, match.start() - 80) : match.end() + 40])
        return found

    def search(self, seat: str, raw: bytes) -> list[str]:
        """The same for bytes: as they are, escaped as in JSON, as base64, as hex, packed."""
        found: list[str] = []
        for layer in layers(raw):
            said = layer.decode("utf-8", "replace")
            found += self.forbidden(seat, said)
            if "\\u" in said:
                found += self.forbidden(seat, ESCAPED.sub(lambda code: chr(int(code[1], 16)), said))
        return found


def layers(raw: bytes, deep: int = 2) -> list[bytes]:
    """Some bytes and whatever can be unpacked from inside them."""
    found = [raw]
    if deep == 0:
        return found
    inside = [unpacked(raw)]
    for run in BASE64.findall(raw):
        inside += _spelled(run)
    for run in HEX.findall(raw):
        inside += [bytes.fromhex(run[at : at + (len(run) - at) // 2 * 2].decode()) for at in range(2)]
    for one in inside:
        if STEM.encode() in one.lower():
            found += layers(one, deep - 1)
    return found


@lru_cache(10_000)
def _spelled(run: bytes) -> list[bytes]:
    """What a run of letters may spell, beginning anywhere in it, as far as it has to do with canaries: few have, and
    the same come again and again."""
    plain = [_from_base64(run[at:]) for at in range(4)]
    return [one for one in [unpacked(one) or one for one in plain] if STEM.encode() in one.lower()]


def _from_base64(run: bytes) -> bytes:
    plain = run.rstrip(b"=").replace(b"-", b"+").replace(b"_", b"/")
    if len(plain) % 4 == 1:
        plain = plain[:-1]
    return base64.b64decode(plain + b"=" * (-len(plain) % 4))


def unpacked(raw: bytes) -> bytes:
    """What a packed file holds, as far as it is whole; nothing if it is none."""
    if raw[:2] != b"\x1f\x8b":
        return b""
    try:
        return zlib.decompressobj(31).decompress(raw)
    except zlib.error:
        return b""


def haunt(ruleset: Ruleset, enc: Encounter, flock: Flock) -> None:
    """Whoever was hidden bears a canary's name, and some more lie in wait: of the GM's, and one of a player's that this
    player alone knows of. One is seen from the beginning, and its numbers are the GM's own as well. Two hide no more
    than it does, but stand on covered ground."""
    foes = [one for one in enc.combatants.values() if one.seat == GM]
    heroes = [one for one in enc.combatants.values() if one.seat != GM]
    for number, one in enumerate([one for one in foes if one.hidden]):
        bird = flock.hatch("c" + "abcdefghijklmnop"[number])
        one.name = bird.name
        flock.birds[one.id] = flock.birds.pop(bird.id)
    for word, one in zip(("aa", "bb", "bb"), [foes[0], foes[-1], foes[-1]], strict=True):
        add(ruleset, enc, one, flock.hatch(word))
    add(ruleset, enc, foes[-1], flock.hatch("seen"), hidden=False)
    bird = flock.hatch("own")
    add(ruleset, enc, heroes[0], bird)
    flock.own = {heroes[0].seat: {bird.word, "whisper"}}
    enc.seeds = [enc.seeds[0], text("seed")]
    enc.notes = [text("note")]
    for word in ("dark", "deep"):
        bird = flock.hatch(word)
        add(ruleset, enc, foes[0], bird, hidden=False)
        if bird.id in enc.combatants:
            one = enc.combatants[bird.id]
            near = [pos for pos in range(enc.board.size) if enc.board.gap(one.pos, one.size, pos, 1) <= 2]
            covered = enc.board.shroud.squares if enc.board.shroud is not None else []
            cover_start(enc, [*covered, *near])
    enc.rooms = {text("room"): [0, 1]}


def add(ruleset: Ruleset, enc: Encounter, like: Combatant, bird: Canary, hidden: bool = True) -> None:
    """A canary on free ground, of the kind and side of somebody else."""
    for pos in range(enc.board.size - 1, -1, -1):
        one = ruleset.make(enc, like.kind, bird.id, pos, like.side, like.seat)
        if enc.board.footprint(pos, one.size) and ruleset.fits(enc, one, pos, one.size):
            one.hidden, one.name = hidden, bird.name
            enc.combatants[bird.id] = one
            return
