#!/usr/bin/env python3
"""compare.py - random MPI programs, explored by one process and by several.

    compare.py [--seed N] [--programs N] [--seconds N] [--failures N] BUILD MPIEXEC

Each program (tests/mpi/play) is explored by one process in some way, and then in the same way with -j and by processes that MPI has
started, with and without -j, and in parts, each by another number of processes. Verdict, findings, outcomes and states must be the same; but for dpor and sdpor, and
for what is saved meanwhile or explored in parts, the whole report must be: the findings in their order with their counterexamples, notes, counts, what the verdict rests on. With --check-sharing, nobody begins
before all processes have come, so that small programs are divided, too. The last line is "N passed, N failed"."""
import argparse
import collections
import json
import os
import random
import subprocess
import sys
import tempfile
import time

LONG = 60  # seconds after which a search hangs

WAYS = [
    "-a match --keep-going",
    "-a states --keep-going --check-names",
    "-a match",
    "-a auto --keep-going",
    "-a match --keep-going --strategy bfs",
    "-a states --keep-going --strategy random",
    "-a sdpor --keep-going --buffering infinite",
    "-a random --executions 150 --keep-going",
    "-a match --keep-going --strategy random",
    "-a states",
    "-a match --keep-going --guide deviations",
    "-a pct --executions 150 --keep-going",
    "-a exhaustive --keep-going --buffering infinite",
    "-a match --keep-going --strategy astar",
    "-a states --keep-going --buffering zero",
    "-a dpor --keep-going --buffering zero",
    "-a match --keep-going --strategy mcts",
    "-a match --keep-going --save-every 0.01",
    "-a states --keep-going --save-every 0.01",
    "-a sdpor --keep-going --save-every 0.01 --buffering infinite",
]


class Search:
    """One run of the tool: its exit code, its report, and whether it ended in time."""

    def __init__(self, command, folder):
        self.command = command
        self.hangs = False
        # Not a pipe: a process that is left behind would keep it open.
        with open(os.path.join(folder, "out"), "w+", encoding="utf-8", errors="replace") as out:
            p = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT)
            try:
                self.code = p.wait(LONG)
            except subprocess.TimeoutExpired:
                p.terminate()
                self.code, self.hangs = p.wait(), True
            out.seek(0)
            self.text = out.read()
        try:
            with open(os.path.join(folder, "report.json"), encoding="utf-8") as f:
                self.report = json.load(f)
            os.remove(os.path.join(folder, "report.json"))
        except (OSError, ValueError):
            self.report = {}


def essence(search, way):
    """What must not depend on the number of processes. Where there are deadlocks, potential ones are told of if these are found first."""
    r = search.report
    found = [f for f in r.get("findings", []) + r.get("found_before", []) if f["severity"] != "note"]
    if any(f["kind"] == "deadlock" for f in found):
        found = [f for f in found if f["kind"] != "potential-deadlock"]
    kinds = sorted({f["kind"] for f in found})
    e = {"exit": search.code, "verdict": r.get("verdict"), "kinds": kinds}
    if "--keep-going" in way:
        keys = ["kind", "severity", "file", "line", "outcomes"]
        e["findings"] = sorted(json.dumps([f.get(k) for k in keys]) for f in found)
    for key in ["executions", "traces", "deadlocks", "assertions", "states", "runs", "estimate", "stopped_by"]:
        e[key] = r.get(key)
    return e


# Which buffers are only compared depends on how often one process was held up by them.
BUSY = "reads of some buffers in use, and writes of what was there already"


def whole(report, way):
    """The report without what may depend on the number of processes (docs/cluster.md)."""
    r = {k: v for k, v in report.items() if k not in ["elapsed_s", "peak_mb"]}
    if "states" in way or "auto" in way:
        r.pop("transitions", None)
    r["not_explored"] = [x for x in r.get("not_explored", []) if x != BUSY]
    return r


def differences(a, b, path=""):
    """Where b is not as a; the first few places."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in sorted(set(a) | set(b)):
            yield from differences(a.get(key), b.get(key), f"{path}.{key}" if path else key)
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for i, (x, y) in enumerate(zip(a, b)):
            yield from differences(x, y, f"{path}[{i}]")
    elif a != b:
        yield f"{path}: {str(b)[:300]} instead of {str(a)[:300]}"


class Tester:
    def __init__(self, build, mpiexec, folder):
        self.tool, self.player, self.play = (os.path.join(build, x) for x in ("mazurka", "player", "play"))
        self.mpiexec, self.folder = mpiexec, folder
        self.passed = self.failed = self.large = 0
        self.count = collections.Counter()

    def write(self, seed):
        size = ["--large"] if seed % 3 else []
        text = subprocess.run([self.play, "--show", "--seed", str(seed), *size], check=True, capture_output=True, text=True).stdout
        with open(os.path.join(self.folder, "program.lit"), "w", encoding="utf-8") as f:
            f.write(text)
        return sum(line.startswith("rank ") for line in text.splitlines()), text

    def search(self, processes, jobs, ranks, way):
        """The same search, by so many processes."""
        command = [self.tool, "run", "-q", "-n", str(ranks), "-j", str(jobs), "--check-sharing", *way.split(),
                   "--json", "report.json", self.player, "--exact", "program.lit"]
        return Search([self.mpiexec, "-n", str(processes), *command] if processes > 1 else command, self.folder)

    def parts(self, chance, ranks, way, most):
        """It is stopped by a bound, and others go on, again and again; the last of these searches."""
        frontier = os.path.join(self.folder, "player.frontier")
        for part in range(9):
            bound = f" --executions {1 + chance.randrange(most)}" if part < 8 else ""
            resume = " --resume player.frontier" if part else ""
            alone = [] if "dpor" in way and not part else [1]  # which does not save what is left
            s = self.search(chance.choice(alone + [2, 3, 5]), chance.choice([1, 1, 2]), ranks, way + bound + resume)
            if s.hangs or not os.path.exists(frontier):
                return s
        return s

    def judge(self, seed, expected, s, way, text, report=None):
        wrong = ["it does not end"] if s.hangs else list(differences(expected, essence(s, way)))
        if report and not wrong and "dpor" not in way and "match --keep-going --save" not in way:
            wrong = list(differences(whole(report, way), whole(s.report, way)))[:5]
        self.passed += not wrong
        self.failed += bool(wrong)
        if wrong:
            print(f"FAILED seed {seed}: {' '.join(s.command)}")
            print("".join(f"    | {line}\n" for line in wrong + s.text.splitlines()[:15] + text.splitlines()), flush=True)

    def compare(self, seed):
        way = WAYS[seed % len(WAYS)]
        chance = random.Random(seed)
        ranks, text = self.write(seed)
        bound = "" if "--executions" in way else " --executions 3000"
        alone = self.search(1, 1, ranks, way + bound)
        if bound and "stopped_by" in alone.report or alone.hangs:
            self.large += 1
            return
        expected = essence(alone, way)
        self.count[expected["verdict"]] += 1
        if not expected["verdict"]:
            self.judge(seed, {"verdict": "one"}, alone, way, text)
            return
        several = [(1, 2), (chance.choice([2, 3, 4]), chance.choice([1, 1, 2])), (chance.choice([2, 3, 5]), 1)]
        for processes, jobs in several:
            self.judge(seed, expected, self.search(processes, jobs, ranks, way), way, text, alone.report)
        if bound and "--keep-going" in way and "exhaustive" not in way and (expected["executions"] or 0) > 1:
            self.judge(seed, expected, self.parts(chance, ranks, way, 1 + expected["executions"] // 2), way, text)


def main():
    p = argparse.ArgumentParser()
    for name, default in [("seed", 1), ("programs", 40), ("seconds", 1000000), ("failures", 5)]:
        p.add_argument("--" + name, type=int, default=default)
    p.add_argument("build")
    p.add_argument("mpiexec")
    o = p.parse_args()
    end = time.monotonic() + o.seconds
    with tempfile.TemporaryDirectory() as folder:
        t = Tester(os.path.abspath(o.build), o.mpiexec, folder)
        for seed in range(o.seed, o.seed + o.programs):
            if time.monotonic() < end and t.failed < o.failures:
                t.compare(seed)
    print(f"{t.large} of the programs are too large; {dict(t.count)}")
    print(f"{t.passed} passed, {t.failed} failed")
    sys.exit(t.failed != 0)


main()
