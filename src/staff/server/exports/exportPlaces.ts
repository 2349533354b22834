import { fail } from '#kit/fail.ts'

const mostAtOnce = 2
const retryAfterSeconds = 10

/** The exports that run in this process: one of a person, two of all. */
export class ExportPlaces {
  readonly #people = new Set<number>()

  /** Takes a place for a person; the answer gives it back. Throws `export_busy`. */
  take(personId: number): () => void {
    if (this.#people.has(personId) || this.#people.size >= mostAtOnce)
      throw fail('export_busy', { retryAfterSeconds })
    this.#people.add(personId)
    return () => void this.#people.delete(personId)
  }
}
