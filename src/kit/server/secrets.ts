import {
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { keysIn } from './keyFile.ts'

/** 128 random bits as 32 hexadecimal characters: transaction tokens, session ids, nonces. */
export function randomToken(): string {
  return randomBytes(16).toString('hex')
}

/** What the database keeps of a token: knowing it does not help to guess the token. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}

/** Keyed digest, base64url. */
export function sign(key: Buffer, text: string): string {
  let secret = secrets.get(key)
  if (secret === undefined) {
    secret = createSecretKey(key)
    secrets.set(key, secret)
  }
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** Keys made ready once: that costs as much as signing with one. */
const secrets = new WeakMap<Buffer, KeyObject>()

/** Compares two texts in a time that does not depend on where they differ; how long they are is no secret of ours. */
export function sameText(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The key of one purpose (HKDF-SHA256), from a master key of at least 32 bytes. */
export function deriveKey(master: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, 'guiche', purpose, 32))
}

/** Reads the master key of DATA_DIR, or makes one at first start. Throws when the file holds no whole key. */
export function masterKeyIn(dataDir: string): Buffer {
  const [key = ''] = keysIn(dataDir, 'master.key', 'codes that were signed with it are no good any more')
  return Buffer.from(key, 'hex')
}
