"""Files that somebody wrote to do harm: markup, commands to TeX and to terminals, and formulas, as labels and words."""

from pathlib import Path

#: Stands in everything that must never be carried out.
MARK = "hostile"

TEXTS = (
    f"<script>{MARK}()</script>",
    f'<img src="file:///etc/{MARK}" onerror="{MARK}">',
    rf"\input{{/etc/{MARK}}}\write18{{{MARK}}}",
    f"^^5cinput {MARK} %#$&_~{{",
    f"]]>&{MARK};\"'--><!--",
    f"__import__('os').system('{MARK}')",
    f"=cmd|'/C {MARK}'!A0",
)
CONTROLS = (f"\x1b]0;{MARK}\x07", f"\x1b[2J{MARK}", f"\x9b31m{MARK}", f"{MARK}\rOK", f"\u202e{MARK}", f"\x08\x7f{MARK}")


def export_text(label: str) -> str:
    """Return a sentence for each hostile text, as a NEGRA export file: words and labels may hold nearly anything."""
    blocks = ["#FORMAT 4"]
    for number, text in enumerate((*TEXTS, *CONTROLS), 1):
        rows = [("w", text, "500"), (text, text, "500"), ("x", "NN", "501")]
        words = [f"{word}\t--\t{tag}\t--\t--\t{parent}" for word, tag, parent in rows]
        phrases = [f"#500\t--\t{text}\t--\t--\t501", f"#501\t--\t{label}\t--\t--\t0"]
        blocks.append("\n".join([f"#BOS {number}", *words, *phrases, f"#EOS {number}"]))
    return "\n".join(blocks) + "\n"


def hostile_pair(folder: Path) -> tuple[str, str]:
    """Write gold and a system, which differ; the name of the second is markup and a command to terminals."""
    gold, system = folder / "gold.export", folder / f"<b>\x1b[2J{MARK}.export"
    gold.write_text(export_text("S"), encoding="utf-8", newline="")
    system.write_text(export_text("X"), encoding="utf-8", newline="")
    return str(gold), str(system)
