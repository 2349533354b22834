import type { RawBuilder } from 'kysely'
import type { Db } from '#db/schema.ts'
import { anyOf } from './db/query/anyOf.ts'
import type { AuditSubject } from '../auditTerms.ts'

/** `ref`: the reference of the subject's own screen, or null. */
export type SubjectName = { readonly about: string; readonly ref: string | null }

/** Finds names of subjects by stored id; deleted subjects are missing. */
export type FindSubjectNames = (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, SubjectName>>

/** SQL of a subject's lots (int[]); without it, rows are shown with all lots only. */
export type LotsOfSubjects = Readonly<Partial<Record<AuditSubject, RawBuilder<unknown>>>>

export type ActorKind = {
  readonly kind: string
  readonly findNames: (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>
  /** `places` null means all. */
  readonly listActors: (
    db: Db,
    places: readonly number[] | null,
  ) => Promise<readonly { id: number; name: string }[]>
}

export function namesByRowId(
  find: (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>,
): FindSubjectNames {
  return async (db, ids) => {
    const names = await find(db, ids.map(Number))
    return new Map([...names].map(([id, about]) => [String(id), { about, ref: String(id) }]))
  }
}

type NameRow = { readonly id: number; readonly about: string; readonly ref?: string }

/** `select` reads `id`, `about` and, where it is not the id, `ref`. */
export function namesBySql(select: (ids: RawBuilder<number>) => RawBuilder<NameRow>): FindSubjectNames {
  return async (db, ids) => {
    const { rows } = await select(anyOf(ids.map(Number))).execute(db)
    return new Map(rows.map(({ id, about, ref = String(id) }) => [String(id), { about, ref }]))
  }
}
