"""Files that nobody should be able to hurt a server with, made as small as they can be."""

from __future__ import annotations

import io
import struct
import zlib

from PIL import Image


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png_of(width: int, height: int, packed: bytes) -> bytes:
    """A PNG that says it is so large, whatever it holds."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def flood() -> bytes:
    """40,000 x 40,000 pixels in a few bytes."""
    return png_of(40_000, 40_000, zlib.compress(b"\0" * 1_000_000))


def picture(kind: str = "PNG", size: tuple[int, int] = (60, 40), mode: str = "RGB", **how: object) -> bytes:
    """A sound picture: red to the left, blue to the right."""
    image = Image.new(mode, size, "red")
    image.paste("blue", (size[0] // 2, 0, *size))
    out = io.BytesIO()
    image.save(out, kind, **how)
    return out.getvalue()


def turned() -> bytes:
    """A JPEG whose EXIF says that it lies on its side, and where it was taken."""
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010E] = "Taken at our secret camp"
    return picture("JPEG", exif=exif)


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
