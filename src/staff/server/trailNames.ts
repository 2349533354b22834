import type { Db } from '#db/schema.ts'
import type { AuditSubject } from '#kit/auditTerms.ts'
import type { ActorKind, FindSubjectNames, LotsOfSubjects, SubjectName } from '#kit/server/auditNames.ts'
import { actorText } from '../auditTerms.ts'

/** Collected from the modules by `app/server/modules.ts`. */
export type TrailNames = {
  readonly subjects: Readonly<Record<AuditSubject, FindSubjectNames>>
  readonly actors: readonly ActorKind[]
  readonly lotsOf: LotsOfSubjects
}

type Subject = { subject: AuditSubject; subject_id: string }

/** One query for each kind; a deleted subject is named by its number. */
export async function findSubjectNames(
  db: Db,
  { subjects }: TrailNames,
  rows: readonly Subject[],
): Promise<(row: Subject) => SubjectName> {
  const found = new Map<AuditSubject, ReadonlyMap<string, SubjectName>>()
  for (const [kind, ofKind] of Map.groupBy(rows, ({ subject }) => subject))
    found.set(kind, await subjects[kind](db, [...new Set(ofKind.map((row) => row.subject_id))]))
  return ({ subject, subject_id: id }) => found.get(subject)?.get(id) ?? { about: `nº ${id}`, ref: null }
}

export async function findActorNames(
  db: Db,
  { actors }: { readonly actors: readonly Pick<ActorKind, 'kind' | 'findNames'>[] },
  rows: readonly string[],
): Promise<(actor: string) => string> {
  const names = new Map<string, string>()
  for (const { kind, findNames } of actors) {
    const ids = rows.flatMap((actor) =>
      actor.startsWith(`${kind} `) ? [Number(actor.slice(kind.length + 1))] : [],
    )
    if (ids.length === 0) continue
    for (const [id, name] of await findNames(db, [...new Set(ids)])) names.set(`${kind} ${id}`, name)
  }
  return (actor) => names.get(actor) ?? actorText(actor)
}
