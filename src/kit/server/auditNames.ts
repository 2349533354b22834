import type { RawBuilder } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { AuditSubject } from '../auditTerms.ts'

/** A display name and the reference of the subject's own screen, or null. */
export type Named = { readonly about: string; readonly ref: string | null }

/** Display names by stored id; deleted subjects are missing from the map. */
export type FindNames = (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, Named>>

/** SQL of the places (int[]) of an audit row's subject; a kind without it is shown with all places only. */
export type PlacesOfSubjects = Readonly<Partial<Record<AuditSubject, RawBuilder<unknown>>>>

/** A kind of actor with a number, such as 'staff 7' or 'device 3'. */
export type ActorKind = {
  readonly kind: string
  readonly namesOf: (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>
  /** Those of some places; null means all. */
  readonly list: (
    db: Db,
    places: readonly number[] | null,
  ) => Promise<readonly { id: number; name: string }[]>
}

export function byNumber(
  find: (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>,
): FindNames {
  return async (db, ids) => {
    const names = await find(db, ids.map(Number))
    return new Map([...names].map(([id, about]) => [String(id), { about, ref: String(id) }]))
  }
}
