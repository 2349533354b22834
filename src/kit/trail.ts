/**
 * The kinds of thing that the audit trail tells of. Each noun adds its own by augmentation, beside the words for them
 * (`src/<noun>/trail.ts`); a kind without words does not compile (`app/server/nouns.ts`).
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by augmentation
export interface AuditSubjects {}

export type AuditSubject = keyof AuditSubjects

/** The words of the audit trail for one kind of thing; the noun that it belongs to has them. */
export type TrailTexts = {
  /** What it is called. */
  readonly name: string
  /** What may happen to it. */
  readonly actions: Readonly<Record<string, string>>
  /** Its fields; nested ones as 'step.minutes'. */
  readonly fields?: Readonly<Record<string, string>>
  /** Values of its fields that have a word of their own. */
  readonly values?: Readonly<Record<string, string>>
}
