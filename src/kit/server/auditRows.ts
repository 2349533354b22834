import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { AuditSubject } from '../auditTerms.ts'

/** Returns audit rows of some subjects, oldest first; `before` and `after` are JSON text. */
export async function findAuditRows(db: Db, subject: AuditSubject, subjectIds: readonly number[]) {
  return db
    .selectFrom('audit')
    .select(['id', 'at', 'actor', 'action', 'before', 'after'])
    .where('subject', '=', subject)
    .where(isOneOf(subjectIds))
    .orderBy('id')
    .execute()
}

export async function deleteAuditRows(db: Db, subject: AuditSubject, subjectIds: readonly number[]) {
  await db.deleteFrom('audit').where('subject', '=', subject).where(isOneOf(subjectIds)).execute()
}

function isOneOf(subjectIds: readonly number[]): RawBuilder<boolean> {
  return sql<boolean>`subject_id = any(${subjectIds.map(String)}::text[])`
}
