const pieceBytes = 65_536

/** Yields a file in pieces, so that a slow reader is seen to read. Calls `onStall` when none is taken for `stallMs`. */
export async function* inPieces(
  chunks: AsyncIterable<string | Uint8Array>,
  stallMs: number,
  onStall: () => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const stall = setTimeout(onStall, stallMs)
      try {
        yield bytes.subarray(at, at + pieceBytes)
      } finally {
        clearTimeout(stall)
      }
    }
  }
}
