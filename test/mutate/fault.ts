/** One deliberate fault: what is written instead of what, and who should notice. */
export type Fault = {
  /** What somebody would notice, in a few words: `npm run mutate -- NAME` runs it alone. */
  readonly name: string
  /** From the root. */
  readonly file: string
  /** Stands in the file once. */
  readonly search: string
  readonly replace: string
  /** Test files, the cheapest that should notice; one of them has to. */
  readonly tests: readonly string[]
  /** Who is hurt when nobody notices. */
  readonly why: string
}

/** The text of `file` with the fault in it. Throws when what it replaces is not there, or more than once. */
export function withFault(text: string, { name, file, search, replace }: Fault): string {
  const [before, after, ...more] = text.split(search)
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(
      `${name}: its search text stands ${text.split(search).length - 1} times in ${file}, not once`,
    )
  return before + replace + after
}
