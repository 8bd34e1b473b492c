"""Texts and files that mean harm, for every place at which somebody's words come to a page."""

from __future__ import annotations

import json

TEXTS = {
    "script": "<script>document.title='owned'</script>",
    "image": "<img src=x onerror=\"document.title='owned'\">",
    "quotes": "\"'><svg onload=document.title='owned'>&amp;&#60;",
    "template": "{{ 7*7 }}{% raw %}${7*7}",
    "colour": 'fill="#2a2520" ="#123456"',
    "right to left": "\u200fשלום \u0627\u0644\u0639\u0631\u0628\u064a\u0629 (1)",
    "emoji": "🐉👩‍👩‍👧‍👦 dragon",
    "long": "A" * 80,
}
"""Each fits a title."""


def scenario(text: str) -> str:
    """A scenario that says so in every place where words are free."""
    said = json.dumps(text, ensure_ascii=False)
    return f"""# {text}
title: {said}
shows: {said}
ruleset: fate-core
zones:
  a: {{name: {said}, aspect: {said}}}
  b: {{name: B, aspect: {said}}}
edges: [[a, b]]
aspects: [{said}]
sides:
  players:
    name: {said}
    fighters:
      ann: {{name: {said}, type: main, zone: a, aspects: [{said}], skills: {{Fight: 2}},
            stunts: [{{name: {said}, does: bonus, amount: 2, skills: [Fight], actions: [attack]}}]}}
  gm:
    fighters:
      thug: {{name: Thug, type: minion, zone: b, aspects: [{said}], skills: {{Fight: 1}}}}
"""


BOMB = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{chr(98 + one)}: &{chr(98 + one)} [{', '.join([f'*{chr(97 + one)}'] * 10)}]\n"
    for one in range(9)
)
"""A billion items in four hundred letters."""

FILES: dict[str, bytes] = {
    "nothing": b"",
    "ten megabytes": b"title: " + b"a" * 10_000_000,
    "a bomb": BOMB.encode(),
    "no text": bytes(range(256)) * 40,
    "a zip": b"PK\x03\x04" + bytes(2000),
    "a list": b"- 1\n- 2\n",
    "deep": b"[" * 5000,
    "code": b"a: !!python/object/apply:os.system ['touch /tmp/owned']\n",
    "one line of 100 KB": b"title: " + b"<b>" * 33_000,
    "a path": scenario("x").replace("type: main,", "character: /etc/passwd,").encode(),
    "a path upwards": scenario("x").replace("type: main,", "character: ../../etc/passwd,").encode(),
    "overridden direction": scenario("gpj.\u202eexe").encode(),
    "another kind": b"kind: <script>\ntitle: a\n",
}
"""Files of which none can be opened."""
