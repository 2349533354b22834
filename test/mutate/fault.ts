/** A deliberate fault: a replaced text, and the tests that should fail. */
export type Fault = {
  /** A short name of the symptom: `npm run mutate -- NAME` runs it alone. */
  readonly name: string
  /** From the root. */
  readonly file: string
  /** Occurs in the file once; with `everywhere` more than once, and each is replaced. */
  readonly search: string
  readonly everywhere?: true
  readonly replace: string
  /** Test files, the cheapest that should fail; one of them must. */
  readonly tests: readonly string[]
  /** The damage when no test fails. */
  readonly why: string
}

/** The text of `file` with the fault. Throws when the replaced text does not occur as often as it should. */
export function withFault(text: string, { name, file, search, replace, everywhere }: Fault): string {
  const parts = text.split(search)
  const times = parts.length - 1
  if (everywhere ? times < 2 : times !== 1)
    throw new Error(
      `${name}: its search text stands ${times} times in ${file}, not ${everywhere ? 'more often' : 'once'}`,
    )
  return parts.join(replace)
}
