/** One deliberate fault: what is written instead of what, and who should notice. */
export type Fault = {
  /** What somebody would notice, in a few words: `npm run mutate -- NAME` runs it alone. */
  readonly name: string
  /** From the root. */
  readonly file: string
  /** Stands in the file once; `everywhere`, more than once, and is replaced each time. */
  readonly search: string
  readonly everywhere?: true
  readonly replace: string
  /** Test files, the cheapest that should notice; one of them has to. */
  readonly tests: readonly string[]
  /** Who is hurt when nobody notices. */
  readonly why: string
}

/** The text of `file` with the fault in it. Throws when what it replaces does not stand there as often as it should. */
export function withFault(text: string, { name, file, search, replace, everywhere }: Fault): string {
  const parts = text.split(search)
  const times = parts.length - 1
  if (everywhere ? times < 2 : times !== 1)
    throw new Error(
      `${name}: its search text stands ${times} times in ${file}, not ${everywhere ? 'more often' : 'once'}`,
    )
  return parts.join(replace)
}
