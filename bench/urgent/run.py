#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""States explored against system size, for the full search, Urgent and SPIN.

Reproduces Figures 3 and 4 of S. F. Siegel, "Efficient Verification of Halting
Properties for MPI Programs with Wildcard Receives" (VMCAI 2005) on the models
of examples/model, and measures our full search and SPIN (-DCOLLAPSE) side by
side: the same model, the same states, one after the other.

  run.py TOOL OUTPUT-DIRECTORY

Four curves: `full`; `urgent`, the algorithm as printed; `urgent+`, with the
weaker notion of urgency that is our default; and `spin`.
"""
import json
import os
import subprocess
import sys

TOOL, OUT = sys.argv[1], sys.argv[2]
HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = os.path.join(HERE, "..", "..", "examples", "model")
TIME = float(os.environ.get("BENCH_TIME", "60"))
MEMORY = os.environ.get("BENCH_MEMORY", "8G")
SPIN_STATES = float(os.environ.get("BENCH_SPIN_STATES", "3e6"))
SIZES = list(range(1, 21)) + [25, 30, 40, 50, 75, 100, 150, 200]
SPIN_SIZES = {1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 16, 20, 50}

PANELS = [
    ("client-server", "(a) Client-Server, v = 2", lambda n: 2),
    ("master-producer-consumer", "(b) Master Producer-Consumer, v = 1", lambda n: 1),
    ("chansize-deadlocker", "(c) Chansize Deadlocker, v = n - 1", lambda n: n - 1),
    ("chansize-deadlocker", "(d) Chansize Deadlocker, v = n (violation)", lambda n: n),
    ("exchange-alternate", "(e) Exchange-Alternate, v = 2", lambda n: 2),
    ("exchange-sendrecv", "(f) Exchange-Sendrecv, v = 2", lambda n: 2),
    ("master-slave", "(g) Master-Slave, v = 2", lambda n: 2),
    ("monte-carlo", "(h) Monte Carlo, v = 2", lambda n: 2),
]
CURVES = {
    "full": ["-a", "full"],
    "urgent": ["-a", "urgent", "--urgency", "paper", "--buffered"],
    "urgent+": ["-a", "urgent"],
    "spin": ["-a", "spin"],
}
SMALLEST = {"exchange-alternate": 2, "exchange-sendrecv": 2, "monte-carlo": 2}


def measure(model, n, bound, arguments):
    """The report of one run, or None if it was cut by memory or time."""
    command = [TOOL, "model", os.path.join(MODELS, model + ".model"), "-p", f"n={n}",
               "--channel-bound", str(bound), "--json", "-", "--memory", MEMORY,
               "--time", f"{TIME}s", "--trace", "/dev/null"] + arguments
    try:
        done = subprocess.run(command, capture_output=True, text=True,
                              timeout=20 * TIME + 60)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode not in (0, 1, 3) or not done.stdout:
        if done.returncode != 4 or "disagree" in done.stderr:
            sys.exit(f"{' '.join(command)}\nfailed: {done.stderr}")
        return None
    report = json.loads(done.stdout)
    if {"memory", "time"} & set(report["cut"]):
        return None
    return report


def too_many_next(points):
    """SPIN is not started where the numbers so far promise more than we allow."""
    last = [states("spin", points[n]) for n in sorted(points)][-2:]
    if not points[max(points)]["spin"]["complete"]:
        return not points[max(points)]["violations"]
    growth = last[-1] / last[0] if len(last) > 1 else 4
    return last[-1] * growth > SPIN_STATES


def curve(model, bound, name):
    points = {}
    for n in SIZES:
        if n < SMALLEST.get(model, 1) or (name == "spin" and n not in SPIN_SIZES):
            continue
        report = measure(model, n, bound(n), CURVES[name])
        if report is None:
            break
        points[n] = report
        if name == "spin" and too_many_next(points):
            break
    return points


def states(name, report):
    return int(report["spin"]["states"]) if name == "spin" else report["states"]


def write_data(path, curves, value):
    names = list(curves)
    with open(path, "w") as out:
        print("n", *names, file=out)
        for n in SIZES:
            row = [value(c, curves[c][n]) if n in curves[c] else "?" for c in names]
            if any(v != "?" for v in row):
                print(n, *row, file=out)


def table(title, curves, out):
    names = list(curves)
    print(f"\n### {title}\n", file=out)
    print("| n | " + " | ".join(names) + " |", file=out)
    print("|--:|" + "--:|" * len(names), file=out)
    for n in SIZES:
        row = [f"{states(c, curves[c][n]):,}" if n in curves[c] else "" for c in names]
        if any(row):
            print(f"| {n} | " + " | ".join(row) + " |", file=out)


def plot(path, layout, size, panels):
    script = [f"set terminal svg size {size} font 'Helvetica,11' background '#ffffff'",
              f"set output '{path}'", "set datafile missing '?'", "set logscale y",
              "set format y '10^{%T}'", "set key right bottom", "set grid ytics lc rgb '#dddddd'",
              f"set multiplot layout {layout}"]
    styles = ["lc rgb '#0072b2' pt 7", "lc rgb '#d55e00' pt 5", "lc rgb '#009e73' pt 9",
              "lc rgb '#000000' pt 6 dt 2", "lc rgb '#cc79a7' pt 4", "lc rgb '#e69f00' pt 8"]
    for data, title, names in panels:
        script += [f"set title '{title}'", "set xlabel 'n'"]
        script.append("plot " + ", ".join(
            f"'{data}' using 1:{i + 2} with linespoints ps 0.5 {styles[i % len(styles)]} "
            f"title '{name}'" for i, name in enumerate(names)))
    script.append("unset multiplot")
    subprocess.run(["gnuplot"], input="\n".join(script), text=True, check=True)


def compare(spin_points, out):
    print("\n### Our full search and SPIN -DCOLLAPSE, the largest size both finished\n",
          file=out)
    print("| model | n | states | ours, s | SPIN, s | ratio | states/s | bytes/state | "
          "SPIN bytes/state |", file=out)
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|", file=out)
    for title, points in spin_points:
        done = [n for n in points if points[n]["spin"]["complete"] or points[n]["violations"]]
        if not done:
            continue
        n = max(done)
        r, s = points[n], points[n]["spin"]
        ours = max(r["elapsed_s"], 1e-4)
        print(f"| {title} | {n} | {r['states']:,} | {r['elapsed_s']:.2f} | "
              f"{s['elapsed_s']:.2f} | {s['elapsed_s'] / ours:.0f}x | "
              f"{r['states'] / ours:,.0f} | {r['bytes_per_state']:.1f} | "
              f"{s['bytes_per_state']:.1f} |", file=out)


def main():
    os.makedirs(OUT, exist_ok=True)
    report = open(os.path.join(OUT, "tables.md"), "w")
    print("# States explored", file=report)
    print(f"\nAt most {TIME:g} s and {MEMORY} for each point.", file=report)
    figure3, spin_points, slaves = [], [], None
    for i, (model, title, bound) in enumerate(PANELS):
        print(title, file=sys.stderr)
        curves = {name: curve(model, bound, name) for name in CURVES}
        data = os.path.join(OUT, f"figure3{'abcdefgh'[i]}.dat")
        write_data(data, curves, states)
        table(title, curves, report)
        figure3.append((data, title, list(curves)))
        spin_points.append((title, curves["spin"]))
        if model == "master-slave":
            slaves = curves
    print("Producer-Consumer", file=sys.stderr)
    producers = {f"full, v = {v}": curve("producer-consumer", lambda n, v=v: v, "full")
                 for v in range(5)}
    producers["urgent"] = curve("producer-consumer", lambda n: 4, "urgent")
    for n, r in producers["urgent"].items():
        assert r["states"] == n + 1
    spin_points.append(("Producer-Consumer, v = 2",
                        curve("producer-consumer", lambda n: 2, "spin")))
    data4, time4 = (os.path.join(OUT, f"figure4{x}.dat") for x in "lr")
    write_data(data4, producers, states)
    table("Producer-Consumer (Figure 4, left)", producers, report)
    write_data(time4, slaves,
               lambda c, r: (r["spin"] if c == "spin" else r)["elapsed_s"] or 1e-5)
    compare(spin_points, report)
    report.close()
    plot(os.path.join(OUT, "figure3.svg"), "4,2", "900,1300", figure3)
    plot(os.path.join(OUT, "figure4.svg"), "1,2", "900,380",
         [(data4, "Producer-Consumer, states", list(producers)),
          (time4, "Master-Slave, seconds", list(slaves))])
    print(open(os.path.join(OUT, "tables.md")).read())
    print(f"plots: {OUT}/figure3.svg {OUT}/figure4.svg")


main()
