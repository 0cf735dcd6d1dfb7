"""The transport compressions of the gateway: one stream a connection, flushed after each frame."""

from __future__ import annotations

import importlib
import zlib
from collections.abc import Callable
from typing import Any

from sandbox.errors import ApiError

Compressor = Callable[[bytes], bytes]


def compressor(name: str | None) -> Compressor | None:
    """Return a fresh stream for the compression in the client's URL; None for plain text frames.

    ApiError for an unknown compression.
    """
    if name is None:
        return None
    if name == "zlib-stream":
        stream = zlib.compressobj(1)
        return lambda data: stream.compress(data) + stream.flush(zlib.Z_SYNC_FLUSH)
    if name == "zstd-stream":
        return _zstd()
    raise ApiError(400, 0, f"unknown transport compression {name!r}")


def _zstd() -> Compressor:
    """Return a zstd stream from the standard library (3.14) or from the package that discord.py would use."""
    try:
        module: Any = importlib.import_module("compression.zstd")
    except ModuleNotFoundError:
        module = importlib.import_module("zstandard")
        packed = module.ZstdCompressor().compressobj()
        block = module.COMPRESSOBJ_FLUSH_BLOCK
        return lambda data: packed.compress(data) + packed.flush(block)
    stream = module.ZstdCompressor()
    return lambda data: stream.compress(data, module.ZstdCompressor.FLUSH_BLOCK)
