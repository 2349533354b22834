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
