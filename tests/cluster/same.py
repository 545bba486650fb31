#!/usr/bin/env python3
"""same.py [--without KEY,...] ONE MANY - are the two reports (--json) the same, but for time and memory? Says where they differ."""
import json
import sys

without = {"elapsed_s", "peak_mb"}
if sys.argv[1] == "--without":
    without |= set(sys.argv[2].split(","))
    del sys.argv[1:3]


def differences(a, b, path):
    if isinstance(a, dict) and isinstance(b, dict):
        for key in sorted((set(a) | set(b)) - without):
            yield from differences(a.get(key), b.get(key), f"{path}.{key}")
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for i, (x, y) in enumerate(zip(a, b)):
            yield from differences(x, y, f"{path}[{i}]")
    elif a != b:
        yield f"{path}: {str(b)[:200]} instead of {str(a)[:200]}"


reports = []
for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as f:
        reports.append(json.load(f))
found = list(differences(*reports, ""))
print("\n".join(found[:10]))
sys.exit(bool(found))
