"""`make bench`: prepare, measure, write bench/results.md and record what the quick check holds later runs to."""

from __future__ import annotations

import argparse
import sys

from bench import builds, quick, report
from bench.measuring import Found, Run, whole_fights


def main() -> int:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time of one figure in one round")
    parser.add_argument("--jobs", type=int, default=2, help="C compilers running at once")
    parser.add_argument("--pure", action="store_true", help="leave the compiled builds out, and compile nothing")
    parser.add_argument("--whole", type=int, default=0, metavar="N", help="fight N fights on two cores, no sample")
    parser.add_argument("--again", action="store_true", help="measure nothing, write the page from the last run")
    parser.add_argument("--record", action="store_true", help="measure nothing but what the quick check needs")
    chosen = parser.parse_args()
    if chosen.record:
        quick.record()
        return 0
    found = Found()
    if chosen.again:
        found.load()
    else:
        found = measure(chosen)
        quick.record()
    report.write(found)
    print(report.RESULTS.read_text(encoding="utf-8"))
    return 0


def measure(chosen: argparse.Namespace) -> Found:
    missing = builds.prepare(chosen.jobs, not chosen.pure)
    run = Run(chosen.rounds, chosen.seconds, [name for name in builds.PATHS if name not in missing])
    run.found.missing.update(missing)
    found = run.all()
    run.close()
    if chosen.whole:
        whole_fights(found, chosen.whole)
    found.told["settings"] = {"rounds": chosen.rounds, "seconds": chosen.seconds, **report.machine()}
    found.save()
    return found


if __name__ == "__main__":
    sys.exit(main())
