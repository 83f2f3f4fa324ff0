"""Pictures: PNG, JPEG and WebP, looked at before they are decoded, then turned upright, scaled and encoded again, so
that nothing of the file but its pixels is kept."""

from __future__ import annotations

import io
from typing import Final, NamedTuple

from PIL import Image, ImageOps, MpoImagePlugin, WebPImagePlugin

from fracas.server.reading.wrong import Wrong

MOST_PIXELS: Final = 100_000_000
MOST_BYTES: Final = 5_000_000
MAP_SIDE: Final = 4096
PORTRAIT_SIDE: Final = 512
SIDES: Final = {"map": MAP_SIDE, "portrait": PORTRAIT_SIDE, "handout": MAP_SIDE // 2}
"""What a picture may be for, and how many pixels the longer side keeps."""
BLOCK: Final = 8
"""Pixels a side of what a JPEG is made of. With colours at full size no block tells anything of another."""
TABLE: Final = (128, 128, 128)
QUALITIES: Final = (85, 70, 50, 30)
PLAIN_MODES: Final = ("L", "LA", "RGB", "RGBA")
LOADED: Final = (MpoImagePlugin, WebPImagePlugin)
"""Readers that Pillow would look for later."""


class Picture(NamedTuple):
    """A picture as it is kept."""

    type: str
    width: int
    height: int
    data: bytes


def load_readers() -> None:
    """Pillow loads much of itself when it first needs it, and then the child can open no file any more: so a tiny
    picture of each format is read beforehand, turned by its EXIF."""
    # Ours is looked at first and says how large the picture is.
    Image.MAX_IMAGE_PIXELS = None
    tiny = Image.new("RGBA", (2, 2))
    exif = Image.Exif()
    exif[0x0112] = 6
    for kind, mode in (("PNG", "P"), ("JPEG", "RGB"), ("WEBP", "RGBA")):
        out = io.BytesIO()
        tiny.convert(mode).save(out, kind, exif=exif)
        read_picture(out.getvalue(), "portrait")


def kind_of(raw: bytes) -> str:
    """The format by the first bytes of a file, whatever its name says; empty if it is none of ours."""
    if raw.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if raw.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    return "WEBP" if raw[:4] == b"RIFF" and raw[8:12] == b"WEBP" else ""


def read_picture(raw: bytes, use: str) -> Picture:
    """A picture for this use, or what is wrong with it."""
    kind = kind_of(raw)
    if not kind:
        raise Wrong("picture", raw[:12].decode("ascii", "replace"), "a PNG, JPEG or WebP picture")
    try:
        with Image.open(io.BytesIO(raw), formats=[kind]) as image:
            width, height = image.size
            if width * height > MOST_PIXELS:
                raise Wrong(
                    "picture", f"{width} x {height} pixels", f"at most {MOST_PIXELS // 1_000_000} million pixels"
                )
            found = upright(image, SIDES[use])
            return encoded(flat(found) if use == "map" else found)
    except Wrong:
        raise
    except MemoryError:
        raise Wrong("picture", kind, "a picture that takes less memory to read") from None
    except Exception:  # noqa: BLE001  # what a broken file makes Pillow raise is not written down
        raise Wrong("picture", f"{kind}, {len(raw)} bytes", f"a whole {kind} picture; this one is broken") from None


def size_of(raw: bytes) -> tuple[int, int]:
    """The pixels of a picture that was read, before it was scaled."""
    with Image.open(io.BytesIO(raw), formats=[kind_of(raw)]) as image:
        return image.size


def upright(image: Image.Image, side: int) -> Image.Image:
    """The first frame, small enough, turned as its EXIF says, in plain colours."""
    if image.mode.startswith("I;16"):
        image = image.point(lambda value: value * (1 / 256)).convert("L")
    elif image.mode not in PLAIN_MODES:
        image = image.convert("RGBA" if image.has_transparency_data else "RGB")
    image.thumbnail((side, side), Image.Resampling.LANCZOS, reducing_gap=2.0)
    image = ImageOps.exif_transpose(image)
    return image.convert("RGBA" if image.has_transparency_data else "RGB")


def flat(image: Image.Image) -> Image.Image:
    """A map lies on the table: nothing shows through. And blocks of a JPEG tell nothing of those far from them."""
    if image.mode != "RGBA":
        return image
    under = Image.new("RGB", image.size, TABLE)
    under.paste(image, mask=image.getchannel("A"))
    return under


def encoded(image: Image.Image) -> Picture:
    """As JPEG, or as WebP where one can see through it; smaller until it is small enough."""
    clear = image.mode == "RGBA"
    while True:
        for quality in QUALITIES:
            out = io.BytesIO()
            if clear:
                image.save(out, "WEBP", quality=quality, method=1, exif=b"", xmp=b"", icc_profile=b"")
            else:
                image.save(out, "JPEG", quality=quality, subsampling="4:4:4")
            if out.tell() <= MOST_BYTES:
                kind = "image/webp" if clear else "image/jpeg"
                return Picture(kind, image.width, image.height, out.getvalue())
        image = image.reduce(2)
