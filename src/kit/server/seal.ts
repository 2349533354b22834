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
  if (!known) throw new Error(noKey(sealed.keyId))
  const bytes = Buffer.from(sealed.text, 'base64url')
  const decipher = createDecipheriv(algorithm, known.key, bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
    'utf8',
  )
}

const noKey = (id: string) => `no card key ${id}: put it back into CARD_KEYS`

/** A row that an older key sealed. */
export type Stale = { readonly id: number; readonly owner: string; readonly sealed: Sealed }

/** Rows that other keys than the newest sealed, where they are kept: those of a transaction, locked, in the order of ids. */
export type SealedRows = {
  /** Those of these keys behind an id. */
  readonly next: (keyIds: readonly string[], of: { after: number; limit: number }) => Promise<Stale[]>
  readonly write: (id: number, sealed: Sealed) => Promise<void>
  readonly counts: (newestId: string) => Promise<readonly KeyCount[]>
}

/** How many rows a key has sealed. */
export type KeyCount = { readonly key_id: string; readonly count: number }

/** Sealed anew, and why others were not. */
export type Resealed = { readonly done: number; readonly unopened: readonly string[] }

/**
 * Seals so many rows anew with the newest key. One that does not open is left as it is and keeps no other on its old key;
 * `unopened` names it, and each key that is not among ours.
 */
export async function resealSome(keys: CardKeys, rows: SealedRows, limit: number): Promise<Resealed> {
  const [{ id: newestId }, ...older] = keys
  const keyIds = older.map(({ id }) => id)
  const lost = (await rows.counts(newestId)).filter(({ key_id }) => !keyIds.includes(key_id))
  const unopened = lost.map(({ key_id, count }) => `${count}: ${noKey(key_id)}`)
  let done = 0
  for (let after = 0, isLast = false; !isLast && done < limit;) {
    const stale = await rows.next(keyIds, { after, limit })
    for (const { id, owner, sealed } of stale) {
      const text = openedOrWhy(keys, owner, sealed)
      if (text instanceof Error) unopened.push(`row ${id}: ${text.message}`)
      else await rows.write(id, seal(keys, owner, text))
      done += text instanceof Error ? 0 : 1
    }
    after = stale.at(-1)?.id ?? after
    isLast = stale.length < limit
  }
  return { done, unopened }
}

function openedOrWhy(keys: CardKeys, owner: string, sealed: Sealed): string | Error {
  try {
    return open(keys, owner, sealed)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Of rows that the newest key did not seal: how many wait for it, and how many nothing of ours opens. */
export function oldSeals(keys: CardKeys, counts: readonly KeyCount[]): { old: number; lost: number } {
  const sum = (of: readonly KeyCount[]) => of.reduce((total, { count }) => total + count, 0)
  const isOurs = ({ key_id }: KeyCount) => keys.some(({ id }) => id === key_id)
  const old = sum(counts.filter(isOurs))
  return { old, lost: sum(counts) - old }
}
