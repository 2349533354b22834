import {
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** 128 random bits in hexadecimal. */
export function randomToken(): string {
  return randomBytes(16).toString('hex')
}

export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}

export function sign(key: Buffer, text: string): string {
  let secret = keyObjects.get(key)
  if (secret === undefined) {
    secret = createSecretKey(key)
    keyObjects.set(key, secret)
  }
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** Kept, because creating a KeyObject costs as much as one signature. */
const keyObjects = new WeakMap<Buffer, KeyObject>()

export function timingSafeEqualTexts(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
}

/** Derives a key by HKDF-SHA256; the master key has at least 32 bytes. */
export function deriveKey(master: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, 'guiche', purpose, 32))
}
