import { sql } from 'kysely'
import type { Db, Tx } from '#db/schema.ts'
import type { ActionOf, AuditSubject, Untold } from '../auditTerms.ts'

type Told = object | null

export type AuditEntry<S extends AuditSubject, Before extends Told = Told, After extends Told = Told> = {
  at: Date
  /** 'customer', 'acquirer', 'janitor', 'device 3', 'staff 7' ... */
  actor: string
  subject: S
  subjectId: string
  action: ActionOf<S>
  before: Before
  after: After
}

/** Nothing where the trail has words for every field; else a field that nobody can give. */
type Worded<S extends AuditSubject, Shown> = [Untold<S, Shown>] extends [never]
  ? unknown
  : { 'the trail of the noun has no words for': Untold<S, Shown> }

/**
 * Writes who changed what, in the transaction that changes it. Never secrets or personal data. An action, a field or a
 * word of the wire that the noun's `auditTerms.ts` does not name does not compile.
 */
export async function audit<S extends AuditSubject, Before extends Told, After extends Told>(
  tx: Tx,
  entry: AuditEntry<S, Before, After> & Worded<S, Before | After>,
): Promise<void> {
  const { subjectId: subject_id, before, after, ...row } = entry
  await tx
    .insertInto('audit')
    .values({
      ...row,
      subject_id,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    })
    .execute()
}

/** What happened to one thing, oldest first. `before` and `after` are as they were written, unparsed. */
export async function auditOf(db: Db, subject: AuditSubject, subjectIds: readonly number[]) {
  return db
    .selectFrom('audit')
    .select(['id', 'at', 'actor', 'action', 'before', 'after'])
    .where('subject', '=', subject)
    .where(sql<boolean>`subject_id = any(${subjectIds.map(String)}::text[])`)
    .orderBy('id')
    .execute()
}

/** Drops what the trail says of things that are dropped themselves. In the caller's transaction. */
export async function dropAuditOf(
  db: Db,
  subject: AuditSubject,
  subjectIds: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('audit')
    .where('subject', '=', subject)
    .where(sql<boolean>`subject_id = any(${subjectIds.map(String)}::text[])`)
    .execute()
}
