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

/** The rest, compressed behind a beginning with which it has nothing in common; null when it does not decompress. */
async function restBehind(head: string, rest: string): Promise<Buffer | null> {
  const length = Buffer.byteLength(head)
  if (length === 0 || length > 65_536) return null
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
  }
  const stream = createBrotliCompress({ params })
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  stream.write(strange(length, head.slice(-2)))
  await new Promise<void>((resolve) => stream.flush(constants.BROTLI_OPERATION_FLUSH, resolve))
  const before = Buffer.concat(chunks).length
  stream.end(rest)
  await once(stream, 'end')
  const compressed = Buffer.concat(chunks).subarray(before)
  const joined = await decompress(Buffer.concat([asItIs(head), compressed])).catch(() => null)
  return joined?.toString() === head + rest ? compressed : null
}

/** Bytes that no page has, so that the rest refers to none of them; the last two are what its first byte is guessed from. */
function strange(length: number, last: string): Buffer {
  const bytes = Buffer.alloc(length)
  let state = 1
  for (let i = 0; i < length; i += 1) {
    state = (state * 48_271) % 2_147_483_647
    bytes[i] = 0xf8 | (state & 7)
  }
  bytes.write(last, length - last.length)
  return bytes
}

/** The beginning of a brotli stream, and one meta-block that says its bytes as they are: three bytes before them. */
function asItIs(text: string): Buffer {
  const bytes = Buffer.from(text)
  // Four bits for a window of 2^18, one and two that say 'not the last, 16 bits of length', the length less one, 'as it is'.
  const header = 0b0011 | ((bytes.length - 1) << 7) | (1 << 23)
  return Buffer.concat([Buffer.from([header & 255, (header >> 8) & 255, (header >> 16) & 255]), bytes])
}
