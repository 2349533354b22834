import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { CardKeys } from './sealKeys.ts'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

export type Sealed = { readonly text: string; readonly keyId: string }

/** Encrypts with the newest key and binds the text to `owner`, so that values cannot be swapped between rows. */
export function seal(keys: CardKeys, owner: string, text: string): Sealed {
  const [{ id, key }] = keys
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(owner))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return { text: Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url'), keyId: id }
}

/** Throws when the key is missing, the owner differs or the text was changed. */
export function openSealed(keys: CardKeys, owner: string, sealed: Sealed): string {
  const known = keys.find(({ id }) => id === sealed.keyId)
  if (!known) throw new Error(missingKeyText(sealed.keyId))
  const bytes = Buffer.from(sealed.text, 'base64url')
  const decipher = createDecipheriv(algorithm, known.key, bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
    'utf8',
  )
}

export const missingKeyText = (id: string) => `no card key ${id}: put it back into CARD_KEYS`
