# SPDX-License-Identifier: Apache-2.0
"""sarif.py FILE.sarif FILE.xml - is the one SARIF 2.1.0 and the other JUnit's XML, and do they tell the same?

SARIF's rules are from the text of the standard (section 3), for the objects that mazurka writes: which properties there
may be, which must be, and what their values are. Prints what is wrong."""
import json
import sys
import xml.etree.ElementTree as xml

URI = str
MAY = {  # object: property -> type, a class, a list of values, another object, or [element]
    "log": {"$schema": str, "version": ["2.1.0"], "runs": ("run",)},
    "run": {"tool": "tool", "invocations": ("invocation",), "originalUriBaseIds": {"": "artifact"}, "results": ("result",),
            "columnKind": ["utf16CodeUnits", "unicodeCodePoints"]},
    "tool": {"driver": "driver"},
    "driver": {"name": str, "version": str, "rules": ("rule",)},
    "rule": {"id": str, "shortDescription": "message", "help": "message", "defaultConfiguration": "configuration"},
    "configuration": {"level": ["none", "note", "warning", "error"]},
    "invocation": {"executionSuccessful": bool, "toolExecutionNotifications": ("notification",)},
    "notification": {"level": ["none", "note", "warning", "error"], "message": "message"},
    "artifact": {"uri": URI, "uriBaseId": str},
    "message": {"text": str},
    "result": {"ruleId": str, "ruleIndex": int, "level": ["none", "note", "warning", "error"], "message": "message", "locations": ("location",),
               "relatedLocations": ("location",), "codeFlows": ("flow",), "stacks": ("stack",), "suppressions": ("suppression",),
               "properties": {"": str}, "partialFingerprints": {"": str}},
    "location": {"physicalLocation": "physical", "message": "message"},
    "physical": {"artifactLocation": "artifact", "region": "region"},
    "region": {"startLine": int},
    "flow": {"threadFlows": ("thread",)},
    "thread": {"id": str, "locations": ("step",)},
    "step": {"executionOrder": int, "location": "location"},
    "stack": {"frames": ("frame",)},
    "frame": {"location": "location"},
    "suppression": {"kind": ["inSource", "external"], "justification": str},
}
MUST = {"log": ["version", "runs"], "run": ["tool"], "tool": ["driver"], "driver": ["name"], "rule": ["id"], "invocation": ["executionSuccessful"],
        "notification": ["message"], "message": ["text"], "result": ["message"], "flow": ["threadFlows"], "thread": ["locations"], "stack": ["frames"],
        "suppression": ["kind"], "artifact": ["uri"], "physical": ["artifactLocation"]}
wrong = []


def check(value, kind, where):
    if isinstance(kind, tuple):
        if not isinstance(value, list):
            wrong.append(f"{where} is no array")
            return
        if kind[0] in ("thread", "step") and not value:
            wrong.append(f"{where} is empty")
        for i, x in enumerate(value):
            check(x, kind[0], f"{where}[{i}]")
    elif isinstance(kind, list):
        if value not in kind:
            wrong.append(f"{where} is {value!r}")
    elif isinstance(kind, type):
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            wrong.append(f"{where} is {value!r}")
    elif isinstance(kind, dict):
        for key, x in value.items():
            check(x, kind[""], f"{where}.{key}")
    else:
        for key in MUST.get(kind, []):
            if key not in value:
                wrong.append(f"{where} has no {key}")
        for key, x in value.items():
            if key not in MAY[kind]:
                wrong.append(f"{where} has {key}")
            else:
                check(x, MAY[kind][key], f"{where}.{key}")


def every(value, key):
    if isinstance(value, dict):
        for k, x in value.items():
            if k == key:
                yield x
            yield from every(x, key)
    elif isinstance(value, list):
        for x in value:
            yield from every(x, key)


log = json.load(open(sys.argv[1], encoding="utf-8"))
check(log, "log", "log")
run = log["runs"][0]
rules = run["tool"]["driver"]["rules"]
for result in run["results"]:
    if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
        wrong.append(f"ruleIndex is not of {result['ruleId']}")
    for flow in result.get("codeFlows", []):
        order = [step["executionOrder"] for thread in flow["threadFlows"] for step in thread["locations"]]
        if len(set(order)) != len(order) or min(order) < 1:
            wrong.append("steps of a code flow have no order")
for place in every(log, "artifactLocation"):
    relative = "uriBaseId" in place
    if relative and (place["uri"].startswith("/") or ".." in place["uri"] or place["uriBaseId"] not in run["originalUriBaseIds"]):
        wrong.append(f"{place} is not relative")
    if not relative and not place["uri"].startswith("file:///"):
        wrong.append(f"{place} is nowhere")
for line in every(log, "startLine"):
    if line < 1:
        wrong.append(f"line {line}")
for base in run["originalUriBaseIds"].values():
    if not base["uri"].endswith("/"):
        wrong.append(f"{base['uri']} does not end with /")

suite = xml.parse(sys.argv[2]).getroot().find("testsuite")
cases = suite.findall("testcase")
for name, tag in {"tests": "testcase", "failures": "testcase/failure", "errors": "testcase/error", "skipped": "testcase/skipped"}.items():
    if int(suite.get(name)) != len(suite.findall(tag)):
        wrong.append(f"the suite says {name}=\"{suite.get(name)}\", and has {len(suite.findall(tag))}")
if len(cases) != 1 + len(run["results"]):
    wrong.append(f"{len(cases)} test cases and {len(run['results'])} results")
errors = sum(r["level"] == "error" and "suppressions" not in r for r in run["results"])
of_findings = [c for c in suite.findall("testcase") if c.get("name") != "every outcome" and c.find("failure") is not None]
if errors != len(of_findings):
    wrong.append(f"{errors} errors in SARIF and {len(of_findings)} failures of findings in XML")
verdict = [c for c in suite.findall("testcase") if c.get("name") == "every outcome"]
if len(verdict) != 1 or (verdict[0].find("failure") is not None) != (errors > 0):
    wrong.append(f"{errors} errors, and the test case of the verdict says otherwise")
if bool(suite.findall("testcase/error")) != any(i["toolExecutionNotifications"] for i in run["invocations"]):
    wrong.append("one says that it is incomplete, and the other does not")
print("\n".join(wrong[:10]), end="\n" if wrong else "")
sys.exit(bool(wrong))
