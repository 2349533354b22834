import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { CardKeys } from './sealKeys.ts'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Something sealed, and the key that opens it. */
export type Sealed = { readonly text: string; readonly keyId: string }

/**
 * Seals a text with the newest key. `owner` is bound to it: sealed for one card, it does not open as
 * another's, so that rows cannot be exchanged.
 */
export function seal(keys: CardKeys, owner: string, text: string): Sealed {
  const [{ id, key }] = keys
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(owner))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return { text: Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url'), keyId: id }
}

/** Opens what was sealed. Throws when its key is not among ours, or it was sealed for another owner or changed. */
export function open(keys: CardKeys, owner: string, sealed: Sealed): string {
  const known = keys.find(({ id }) => id === sealed.keyId)
  if (!known) throw new Error(`no card key ${sealed.keyId}: put it back into CARD_KEYS`)
  const bytes = Buffer.from(sealed.text, 'base64url')
  const decipher = createDecipheriv(algorithm, known.key, bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
    'utf8',
  )
}
