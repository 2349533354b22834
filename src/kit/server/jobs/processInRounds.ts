type Round<T> = {
  readonly next: (limit: number, last: T | undefined) => Promise<readonly T[]>
  readonly limit: number
  readonly lanes: number
  readonly stopping: AbortSignal | undefined
}

/** Failing rows do not block later ones. Returns how many were processed. */
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

export async function inBatches<T>(
  all: readonly T[],
  { lanes, stopping }: Pick<Round<T>, 'lanes' | 'stopping'>,
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < all.length && stopping?.aborted !== true; at += lanes) {
    await Promise.all(all.slice(at, at + lanes).map(work))
  }
}
