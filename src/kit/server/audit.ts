import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { writeLater } from './db/bundle.ts'
import type { ActionOf, AuditSubject, Untold } from '../trail.ts'

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
 * word of the wire that the noun's `trail.ts` does not name does not compile.
 */
export async function audit<S extends AuditSubject, Before extends Told, After extends Told>(
  db: Db,
  entry: AuditEntry<S, Before, After> & Worded<S, Before | After>,
): Promise<void> {
  const row = {
    at: entry.at,
    actor: entry.actor,
    subject: entry.subject,
    subject_id: entry.subjectId,
    action: entry.action,
    before: entry.before === null ? null : JSON.stringify(entry.before),
    after: entry.after === null ? null : JSON.stringify(entry.after),
  }
  await writeLater(db, null, db.insertInto('audit').values(row))
}

/** As `audit`, of the things that `made` names in a statement of `inOneStatement`. */
export async function auditMade<S extends AuditSubject, Before extends Told, After extends Told>(
  db: Db,
  entry: Omit<AuditEntry<S, Before, After>, 'subjectId'> & Worded<S, Before | After>,
): Promise<void> {
  const { at, actor, subject, action, before, after } = entry
  const [was, is] = [before, after].map((told) => told && JSON.stringify(told))
  const rows = sql`select ${at}::timestamptz, ${actor}::text, ${subject}::text, made.id::text, ${action}::text,
    ${was}::jsonb, ${is}::jsonb from made`
  const columns = ['at', 'actor', 'subject', 'subject_id', 'action', 'before', 'after'] as const
  await writeLater(db, null, db.insertInto('audit').columns(columns).expression(rows))
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
