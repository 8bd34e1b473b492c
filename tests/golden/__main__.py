"""Writes the golden playthroughs anew: `python -m tests.golden`. Read the difference like a story
before committing it.
"""

from tests.golden.tales import FOLDER, SHIPPED, tale, tale_file

if __name__ == "__main__":
    for scenario in SHIPPED:
        tale_file(scenario).write_text(tale(scenario), encoding="utf-8")
    print(f"wrote {len(SHIPPED)} playthroughs to {FOLDER}")
