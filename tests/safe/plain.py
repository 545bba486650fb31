"""Is what a tool has written plain? plain.py KIND FILE: text, xml, json or page. Prints what
is not."""
import json
import sys
import xml.dom.minidom

kind, name = sys.argv[1:]
raw = open(name, "rb").read()
try:
    text = raw.decode("utf-8")
except UnicodeDecodeError as e:
    sys.exit(f"{name} is not UTF-8: {raw[max(0, e.start - 20):e.start + 20]!r}")
bad = [c for c in text if (ord(c) < 32 and c not in "\n\t") or 0x7f <= ord(c) < 0xa0]
if kind in ("text", "page") and bad:
    at = text.index(bad[0])
    sys.exit(f"{name} has a control character: {text[max(0, at - 40):at + 40]!r}")
if kind == "xml":
    xml.dom.minidom.parseString(raw)
if kind == "json":
    json.loads(text)
