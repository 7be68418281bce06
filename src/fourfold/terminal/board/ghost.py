"""The ghost: a preview of the piece that is being placed, on the cell that was clicked or is under the cursor."""

from fourfold.core.clicks import ClickKind, cell
from fourfold.terminal.board.move_builder import MoveBuilder
from fourfold.terminal.board.panels import own_items
from fourfold.terminal.board.picture import TerminalPiece
from fourfold.terminal.tables.table import TableSnapshot


def find_ghost(
    snapshot: TableSnapshot, builder: MoveBuilder, pointed: str | None, way: str | None
) -> dict[str, TerminalPiece]:
    """The piece by its cell; `pointed` is the cell under the cursor, `way` the orientation under the cursor."""
    clicked = builder.clicked_of(ClickKind.CELL)
    if not clicked and (pointed is None or pointed not in builder.names(ClickKind.CELL)):
        return {}
    target = clicked[0] if clicked else str(pointed)
    if snapshot.clicks is not None and snapshot.picture.placing:
        return {target: TerminalPiece(snapshot.picture.placing)}
    chosen = builder.clicked_of(ClickKind.ITEM)
    held = next((held for held in own_items(snapshot) if held.click and held.click in chosen), None)
    if held is None:
        return {}
    ways = builder.clicked_of(ClickKind.WAY) or (
        builder.names(ClickKind.WAY) if clicked else builder.names_after(cell(target), ClickKind.WAY)
    )
    return {target: held.lying.get(way if way in ways else next(iter(ways), ""), held.piece)}
