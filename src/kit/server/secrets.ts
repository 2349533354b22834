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

/** One key per purpose, derived from the master key. */
export type Keys = { readonly csrf: Buffer; readonly human: string; readonly gate: Buffer }

/** Derives the purpose keys (HKDF-SHA256) from a master key of at least 32 bytes. */
export function deriveKeys(master: Buffer): Keys {
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', master, 'guiche', purpose, 32))
  return { csrf: key('csrf'), human: key('human').toString('hex'), gate: key('gate') }
}

/** Reads the master key of DATA_DIR, or makes one at first start. Throws when the file holds no whole key. */
export function masterKeyIn(dataDir: string): Buffer {
  const [key = ''] = keysIn(dataDir, 'master.key', 'the QR codes of reservations are shown anew')
  return Buffer.from(key, 'hex')
}
