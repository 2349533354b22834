import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { AuditSubject } from '../trail.ts'

export type AuditEntry = {
  at: Date
  /** 'customer', 'acquirer', 'janitor', 'device 3', 'staff 7' ... */
  actor: string
  subject: AuditSubject
  subjectId: string
  action: string
  before: object | null
  after: object | null
}

/** Writes who changed what, in the transaction that changes it. Never secrets or personal data. */
export async function audit(db: Db, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      at: entry.at,
      actor: entry.actor,
      subject: entry.subject,
      subject_id: entry.subjectId,
      action: entry.action,
      before: entry.before === null ? null : JSON.stringify(entry.before),
      after: entry.after === null ? null : JSON.stringify(entry.after),
    })
    .execute()
}

/** What happened to one thing, oldest first. `before` and `after` are as they were written, unparsed. */
export async function auditOf(db: Db, subject: AuditEntry['subject'], subjectIds: readonly number[]) {
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
  subject: AuditEntry['subject'],
  subjectIds: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('audit')
    .where('subject', '=', subject)
    .where(sql<boolean>`subject_id = any(${subjectIds.map(String)}::text[])`)
    .execute()
}
