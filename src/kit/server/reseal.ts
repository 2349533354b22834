import type { CardKeys } from './sealKeys.ts'
import { type Sealed, seal, open, noKey } from './seal.ts'

type Stale = { readonly id: number; readonly owner: string; readonly sealed: Sealed }

/** Within a transaction, locked in order of id. */
type SealedRows = {
  readonly next: (keyIds: readonly string[], of: { after: number; limit: number }) => Promise<Stale[]>
  readonly write: (id: number, sealed: Sealed) => Promise<void>
  readonly counts: (newestId: string) => Promise<readonly KeyCount[]>
}

export type KeyCount = { readonly key_id: string; readonly count: number }

export type Resealed = { readonly done: number; readonly unopened: readonly string[] }

/** Up to `limit` rows; `unopened` lists rows that stay, and unknown keys. */
export async function resealSome(keys: CardKeys, rows: SealedRows, limit: number): Promise<Resealed> {
  const [{ id: newestId }, ...older] = keys
  const keyIds = older.map(({ id }) => id)
  const lost = (await rows.counts(newestId)).filter(({ key_id }) => !keyIds.includes(key_id))
  const unopened = lost.map(({ key_id, count }) => `${count}: ${noKey(key_id)}`)
  let done = 0
  for (let after = 0, isLast = false; !isLast && done < limit;) {
    const stale = await rows.next(keyIds, { after, limit })
    for (const { id, owner, sealed } of stale) {
      const text = tryOpen(keys, owner, sealed)
      if (text instanceof Error) unopened.push(`row ${id}: ${text.message}`)
      else await rows.write(id, seal(keys, owner, text))
      done += text instanceof Error ? 0 : 1
    }
    after = stale.at(-1)?.id ?? after
    isLast = stale.length < limit
  }
  return { done, unopened }
}

function tryOpen(keys: CardKeys, owner: string, sealed: Sealed): string | Error {
  try {
    return open(keys, owner, sealed)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

export function oldSeals(keys: CardKeys, counts: readonly KeyCount[]): { old: number; lost: number } {
  const sum = (of: readonly KeyCount[]) => of.reduce((total, { count }) => total + count, 0)
  const isOurs = ({ key_id }: KeyCount) => keys.some(({ id }) => id === key_id)
  const old = sum(counts.filter(isOurs))
  return { old, lost: sum(counts) - old }
}
