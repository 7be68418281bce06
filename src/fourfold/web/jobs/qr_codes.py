"""QR codes of addresses, as SVG."""

import io

QUIET_ZONE = 4  # modules around a code, as the standard asks


def draw_code(address: str) -> str:
    """A QR code of an address as SVG: dark on light in every theme, because some phones cannot read the opposite.

    >>> draw_code("http://localhost:4444/")[:40]
    '<svg xmlns="http://www.w3.org/2000/svg" '
    """
    import segno

    drawn = io.BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(drawn, kind="svg", xmldecl=False, border=QUIET_ZONE, dark="#000", light="#fff", omitsize=True)
    return drawn.getvalue().decode()
