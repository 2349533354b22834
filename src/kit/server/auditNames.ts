import type { Db } from '#db/schema.ts'

/** A thing in words, and what its own screen is found by; null where it has none. */
export type Named = { readonly about: string; readonly ref: string | null }

/** Names of things of one kind by their numbers as the trail keeps them; what is gone is not among them. */
export type FindNames = (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, Named>>

/** Those who act under numbered names, such as 'staff 7' or 'device 3'. */
export type ActorKind = {
  readonly kind: string
  /** Their names by number. */
  readonly namesOf: (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>
  /** The people by whom the audit trail can be filtered. */
  readonly list: (db: Db) => Promise<readonly { id: number; name: string }[]>
}

/** For things that have numbers and names: `byNumber(userNames)`. */
export function byNumber(
  find: (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>,
): FindNames {
  return async (db, ids) => {
    const names = await find(db, ids.map(Number))
    return new Map([...names].map(([id, about]) => [String(id), { about, ref: String(id) }]))
  }
}
