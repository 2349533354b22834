import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { keysIn } from './keyFile.ts'

/** 128 random bits as 32 hexadecimal characters: transaction tokens, session ids, nonces. */
export function randomToken(): string {
  return randomBytes(16).toString('hex')
}

/** What the database keeps of a token: knowing it does not help to guess the token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Keyed digest, base64url. */
export function sign(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Compares two texts in a time that does not depend on where they differ. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
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
