import type { Tx } from '#db/schema.ts'
import type { ActionOf, AuditSubject, FieldOf } from '../auditTerms.ts'

type Values<S extends AuditSubject> = { readonly [Field in FieldOf<S>]?: unknown } | null

export type AuditEntry<S extends AuditSubject> = {
  at: Date
  /** 'customer', 'acquirer', 'janitor', 'device 3', 'staff 7', 'shop 9'. */
  actor: string
  subject: S
  subjectId: string
  action: ActionOf<S>
  before?: Values<S>
  after?: Values<S>
}

/** Writes an audit row, without secrets or personal data. Each field has a text in `auditTerms.ts`. */
export async function audit<S extends AuditSubject>(tx: Tx, entry: AuditEntry<S>): Promise<void> {
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
