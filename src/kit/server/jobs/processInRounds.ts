type Round<T> = {
  /** The oldest of what waits, no more than `limit`, in an order that never changes: those after `last` where it is one. */
  readonly next: (limit: number, last: T | undefined) => Promise<readonly T[]>
  readonly limit: number
  /** So many at once. */
  readonly lanes: number
  /** Ends the round between two handfuls. */
  readonly stopping: AbortSignal | undefined
}

/**
 * A round over what waits: one batch, and the next for as long as somebody of the last is not out of the way, as `work`
 * answers. Who fails each time stays the oldest: it would keep those behind it waiting for ever. Answers how many it took.
 */
export async function processInRounds<T>(
  { next, limit, lanes, stopping }: Round<T>,
  work: (one: T) => Promise<boolean>,
): Promise<number> {
  let taken = 0
  let last: T | undefined
  for (;;) {
    const batch = await next(limit, last)
    let isAllDone = true
    await inBatches(batch, { lanes, stopping }, async (one) => {
      if (!(await work(one))) isAllDone = false
    })
    taken += batch.length
    last = batch.at(-1)
    if (batch.length < limit || isAllDone || stopping?.aborted === true) return taken
  }
}

/** Some at once, then the next; `stopping` ends it between two handfuls. */
export async function inBatches<T>(
  all: readonly T[],
  { lanes, stopping }: Pick<Round<T>, 'lanes' | 'stopping'>,
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < all.length && stopping?.aborted !== true; at += lanes) {
    await Promise.all(all.slice(at, at + lanes).map(work))
  }
}
