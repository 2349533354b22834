/**
 * The kinds of thing that the audit trail tells of. Each noun adds its own by augmentation, beside the words for them
 * (`src/<noun>/trail.ts`); a kind without words does not compile (`app/server/nouns.ts`).
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by augmentation
export interface AuditSubjects {}

export type AuditSubject = keyof AuditSubjects & string
