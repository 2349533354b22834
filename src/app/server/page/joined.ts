import { once } from 'node:events'
import { promisify } from 'node:util'
import { brotliDecompress, constants, createBrotliCompress } from 'node:zlib'

const decompress = promisify(brotliDecompress)

/** 256 KB: more than a page. */
const windowBits = 18

/**
 * Brotli of pages whose beginning differs by visit: the rest is compressed once, as well as brotli can, and each visit's
 * beginning goes before it as it is (RFC 7932, 9.2: a meta-block that is not compressed). Both have to have the length
 * that the rest was compressed behind.
 */
export class JoinedPages {
  #kept: { key: string; rest: Promise<Buffer | null> } | null = null

  /** The whole page compressed; null where it cannot be joined. */
  async compress(head: string, rest: string): Promise<Buffer | null> {
    const length = Buffer.byteLength(head)
    const key = `${length} ${rest}`
    if (this.#kept?.key !== key) this.#kept = { key, rest: restBehind(head, rest) }
    const compressed = await this.#kept.rest
    return compressed && Buffer.concat([asItIs(head), compressed])
  }
}

/** The rest, compressed behind a beginning with which it has nothing in common; null where that cannot be. */
async function restBehind(head: string, rest: string): Promise<Buffer | null> {
  const before = strange(Buffer.byteLength(head), head.slice(-2), rest)
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
  const joined = await decompress(Buffer.concat([asItIs(head), compressed])).catch(() => null)
  return joined?.toString() === head + rest ? compressed : null
}

/** A prime: steps of one length over so many bytes come to each of them, and make each pair of neighbours once. */
const kinds = 97

/**
 * Bytes that the rest has not, no two of them neighbours twice: nothing refers to any of them, so that others can take
 * their place. The last two are what the rest's first byte is guessed from.
 */
function strange(length: number, last: string, rest: string): Buffer | null {
  const present = new Set(Buffer.from(rest))
  const absent = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => !present.has(byte))
  if (absent.length < kinds || length > kinds * (kinds - 1)) return null
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; at += 1) {
    const step = Math.floor(at / kinds) + 1
    bytes[at] = absent[(at * step) % kinds] ?? 0
  }
  bytes.write(last, length - Buffer.byteLength(last))
  return bytes
}

/** The beginning of a brotli stream, and one meta-block that says its bytes as they are: three bytes before them. */
function asItIs(text: string): Buffer {
  const bytes = Buffer.from(text)
  // Four bits for a window of 2^18, one and two that say 'not the last, 16 bits of length', the length less one, 'as it is'.
  const header = 0b0011 | ((bytes.length - 1) << 7) | (1 << 23)
  return Buffer.concat([Buffer.from([header & 255, (header >> 8) & 255, (header >> 16) & 255]), bytes])
}
