import type { Tx } from '#db/schema.ts'
import type { ActionOf, AuditSubject, FieldsWithoutText } from '../auditTerms.ts'

type Values = object | null

export type AuditEntry<
  S extends AuditSubject,
  Before extends Values = Values,
  After extends Values = Values,
> = {
  at: Date
  /** 'customer', 'acquirer', 'janitor', 'device 3', 'staff 7'. */
  actor: string
  subject: S
  subjectId: string
  action: ActionOf<S>
  before?: Before
  after?: After
}

/** `unknown` when every field has a text, else a field that callers cannot supply. */
type HasTexts<S extends AuditSubject, Shown> = [FieldsWithoutText<S, Shown>] extends [never]
  ? unknown
  : { 'the trail of the noun has no words for': FieldsWithoutText<S, Shown> }

/** Writes an audit row, without secrets or personal data. A field without a text in `auditTerms.ts` does not compile. */
export async function audit<
  S extends AuditSubject,
  Before extends Values = null,
  After extends Values = null,
>(tx: Tx, entry: AuditEntry<S, Before, After> & HasTexts<S, Before | After>): Promise<void> {
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
