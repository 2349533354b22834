import { once } from 'node:events'
import { promisify } from 'node:util'
import { brotliDecompress, constants, createBrotliCompress } from 'node:zlib'

const decompress = promisify(brotliDecompress)

const windowBits = 18

/**
 * Compresses pages with a varying head: the rest is compressed once, and each head is put before it
 * uncompressed (RFC 7932, 9.2). All heads have the same length.
 */
export class BrotliPages {
  #cached: { key: string; rest: Promise<Buffer | null> } | null = null

  async compress(head: string, rest: string): Promise<Buffer | null> {
    const length = Buffer.byteLength(head)
    const key = `${length} ${rest}`
    if (this.#cached?.key !== key) this.#cached = { key, rest: compressRest(head, rest) }
    const compressed = await this.#cached.rest
    return compressed && Buffer.concat([uncompressedBlock(head), compressed])
  }
}

async function compressRest(head: string, rest: string): Promise<Buffer | null> {
  const before = fillerFor(Buffer.byteLength(head), head.slice(-2), rest)
  if (head === '' || before === null) return null
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
  }
  const stream = createBrotliCompress({ params })
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  stream.write(before)
  await new Promise<void>((resolve) => stream.flush(constants.BROTLI_OPERATION_FLUSH, resolve))
  const flushed = Buffer.concat(chunks).length
  stream.end(rest)
  await once(stream, 'end')
  const compressed = Buffer.concat(chunks).subarray(flushed)
  const joined = await decompress(Buffer.concat([uncompressedBlock(head), compressed])).catch(() => null)
  return joined?.toString() === head + rest ? compressed : null
}

/** A prime, so that each pair of neighbours occurs once. */
const fillerBytes = 97

/** Bytes absent from the rest, without a repeated pair. The last two are the head's, the context of the next byte. */
function fillerFor(length: number, last: string, rest: string): Buffer | null {
  const present = new Set(Buffer.from(rest))
  const absent = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => !present.has(byte))
  if (absent.length < fillerBytes || length > fillerBytes * (fillerBytes - 1)) return null
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; at += 1) {
    const step = Math.floor(at / fillerBytes) + 1
    bytes[at] = absent[(at * step) % fillerBytes] ?? 0
  }
  bytes.write(last, length - Buffer.byteLength(last))
  return bytes
}

function uncompressedBlock(text: string): Buffer {
  const bytes = Buffer.from(text)
  // Bits: window 2^18 (4), not last (1), 16-bit length (2), length less one (16), uncompressed (1).
  const header = 0b0011 | ((bytes.length - 1) << 7) | (1 << 23)
  return Buffer.concat([Buffer.from([header & 255, (header >> 8) & 255, (header >> 16) & 255]), bytes])
}
