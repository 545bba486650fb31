"""valid.py PAGE.html... - is the page well-formed, does it need nothing from outside, and do its
names refer to something? Prints what is wrong."""
import json
import re
import sys
from html.parser import HTMLParser

VOID = {"meta", "br", "hr", "img", "input", "link"}
ROLES = {"toolbar", "group", "listbox", "option", "presentation", "region", "status", "img"}


class Page(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.wrong, self.refers, self.seen, self.texts = [], [], [], [], set(), {}

    def handle_starttag(self, tag, attributes):
        at = dict(attributes)
        self.seen.add(tag)
        if len(at) != len(attributes):
            self.wrong.append(f"<{tag}> has an attribute twice")
        if "noscript" not in self.open and "id" in at:
            self.ids.append(at["id"])
        if "role" in at and at["role"] not in ROLES:
            self.wrong.append(f"role {at['role']}")
        for name, value in at.items():
            if name in ("src", "href", "action", "data") or (value and re.search(r"(https?:)?//", value)
                                                             and name != "xmlns"):
                self.wrong.append(f"<{tag} {name}={value}> refers to something outside")
            if name.startswith("on"):
                self.wrong.append(f"<{tag} {name}>: a script in an attribute")
            if name in ("aria-labelledby", "aria-describedby", "aria-controls", "for"):
                self.refers += value.split()
        if tag == "button" and at.get("type") != "button":
            self.wrong.append("a button without a type")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            self.wrong.append(f"</{tag}> in line {self.getpos()[0]} ends <{self.open[-1:]}>")
        else:
            self.open.pop()

    def handle_data(self, data):
        if self.open:
            self.texts.setdefault(self.open[-1], []).append(data)


def check(path):
    text = open(path, encoding="utf-8").read()
    page = Page()
    page.feed(text)
    page.close()
    wrong = page.wrong
    if page.open:
        wrong.append(f"not closed: {page.open}")
    wrong += [f"id {i} twice" for i in set(page.ids) if page.ids.count(i) > 1]
    wrong += [f"nothing has the id {i}" for i in page.refers if i not in page.ids]
    wrong += [f"no <{tag}>" for tag in ("html", "head", "title", "main", "header", "footer", "h1", "noscript")
              if tag not in page.seen]
    if not text.startswith("<!DOCTYPE html>\n<html lang=\"en\">") or '<meta charset="utf-8">' not in text:
        wrong.append("no doctype, language or character set")
    style = "".join(page.texts.get("style", []))
    if "url(" in style.replace("url(#", "") or "@import" in style:
        wrong.append("the style refers to something outside")
    for needed in ("prefers-color-scheme: dark", "@media print"):
        if needed not in style:
            wrong.append(f"no {needed}")
    if "default-src 'none'" not in text:
        wrong.append("no content security policy")
    scripts = page.texts.get("script", [])
    if len(scripts) != 3:
        wrong.append(f"{len(scripts)} scripts")
    try:
        report = json.loads(scripts[0])
        if not isinstance(report["findings"], list):
            wrong.append("no findings")
    except (ValueError, KeyError, IndexError) as e:
        wrong.append(f"the data: {e}")
    for w in wrong:
        print(f"{path}: {w}")


for name in sys.argv[1:]:
    check(name)
