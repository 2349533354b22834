import { type Insertable, sql } from 'kysely'
import type { AuditTable, Db } from '#db/schema.ts'
import { writeLater } from './db/bundle.ts'
import { written } from './db/line/written.ts'
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
  await writeLater(db, null, insertAudit(db, { ...rowOf(entry), subject_id: entry.subjectId }))
}

/** As `audit`, of the things that `made` names in a statement of `inOneStatement`. */
export async function auditMade<S extends AuditSubject, Before extends Told, After extends Told>(
  db: Db,
  entry: Omit<AuditEntry<S, Before, After>, 'subjectId'> & Worded<S, Before | After>,
): Promise<void> {
  await writeLater(db, null, insertMade(db, rowOf(entry)))
}

type Row = Omit<Insertable<AuditTable>, 'subject_id'>

const insertAudit = written<Row & { subject_id: string }>((db, row) => db.insertInto('audit').values(row))

const insertMade = written<Row>((db, { at, actor, subject, action, before, after }) => {
  const rows = sql`select ${at}::timestamptz, ${actor}::text, ${subject}::text, made.id::text, ${action}::text,
    ${before}::jsonb, ${after}::jsonb from made`
  const columns = ['at', 'actor', 'subject', 'subject_id', 'action', 'before', 'after'] as const
  return db.insertInto('audit').columns(columns).expression(rows)
})

type Entry = { at: Date; actor: string; subject: string; action: string; before: Told; after: Told }

function rowOf({ at, actor, subject, action, before, after }: Entry): Row {
  const [was, is] = [before, after].map((told) => told && JSON.stringify(told))
  return { at, actor, subject, action, before: was ?? null, after: is ?? null }
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
