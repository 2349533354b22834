/** SHA-256 of an ASCII text in hex (FIPS 180-4). `crypto.subtle` is missing over plain HTTP. */
export function sha256(text: string): string {
  const hash = new Uint32Array(initial)
  for (const block of blocksOf(text)) addBlock(hash, block)
  return [...hash].map((word) => word.toString(16).padStart(8, '0')).join('')
}

const primes = firstPrimes(64)
const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const constants = new Uint32Array(primes.map((prime) => fraction(Math.cbrt(prime))))

function firstPrimes(count: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime !== 0)) found.push(n)
  return found
}

/** The first 32 bits of the fraction. */
function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32)
}

/** The padded message in blocks of sixteen words. */
function blocksOf(text: string): Uint32Array[] {
  const blocks = Array.from({ length: Math.ceil((text.length + 9) / 64) }, () => new Uint32Array(16))
  const put = (at: number, byte: number) => {
    const block = blocks[at >> 6]
    const word = (at >> 2) & 15
    if (block) block[word] = (block[word] ?? 0) | (byte << (24 - 8 * (at & 3)))
  }
  for (let at = 0; at < text.length; at += 1) put(at, text.charCodeAt(at))
  put(text.length, 0x80)
  const last = blocks[blocks.length - 1]
  if (last) last[15] = text.length * 8
  return blocks
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

function addBlock(hash: Uint32Array, block: Uint32Array): void {
  const words = new Uint32Array(64)
  words.set(block)
  const word = (at: number) => words[at] ?? 0
  for (let at = 16; at < 64; at += 1) {
    const [a, b] = [word(at - 15), word(at - 2)]
    const low = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)
    const high = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10)
    words[at] = word(at - 16) + low + word(at - 7) + high
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash
  for (let at = 0; at < 64; at += 1) {
    const choice = (e & f) ^ (~e & g)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (constants[at] ?? 0) + word(at)
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority
    ;[a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g]
  }
  for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) hash[at] = (hash[at] ?? 0) + value
}
