"""The board of Qawale as text: every stack from bottom to top, so that the inner pebbles can be read."""

from fourfold.games.qawale.kernel import OPTIONS, PLACEMENTS, PLY, SWAPPED
from fourfold.games.qawale.notation import stack_text
from fourfold.kernel.jit import Row
from fourfold.text import say


def board(row: Row) -> str:
    """Draw the ranks from the north; the pebble farthest to the right of a stack is the one on top."""
    stacks = [[stack_text(row[4 * rank + file]) or "·" for file in range(4)] for rank in range(4)]
    widths = [max(3, *(len(stacks[rank][file]) for rank in range(4))) for file in range(4)]
    rule = "  +" + "+".join("-" * (width + 2) for width in widths) + "+"
    lines = [rule]
    for rank in (3, 2, 1, 0):
        cells = " | ".join(stack.ljust(width) for stack, width in zip(stacks[rank], widths, strict=True))
        lines += [f"{rank + 1} | {cells} |", rule]
    lines.append("    " + "   ".join(file.ljust(width) for file, width in zip("abcd", widths, strict=True)))
    placed, each = int(row[PLY] - row[SWAPPED]), (int(row[OPTIONS]) & PLACEMENTS) // 2
    hands = each - (placed + 1) // 2, each - placed // 2
    seats = (1, 0) if row[SWAPPED] else (0, 1)
    lines.append("  " + say("qawale.hands", first=seats[0], first_left=hands[0], second=seats[1], second_left=hands[1]))
    return "\n".join(lines)
