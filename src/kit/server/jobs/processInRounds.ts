type Round<T> = {
  readonly next: (limit: number, last: T | undefined) => Promise<readonly T[]>
  readonly limit: number
  readonly lanes: number
  readonly stopping: AbortSignal | undefined
}

/** Processes rows in batches of `limit`; failing rows do not block later ones. Returns how many were taken. */
export async function processInRounds<T>(
  { next, limit, lanes, stopping }: Round<T>,
  work: (row: T) => Promise<boolean>,
): Promise<number> {
  let taken = 0
  let last: T | undefined
  for (;;) {
    const batch = await next(limit, last)
    let isAllDone = true
    await inBatches(batch, { lanes, stopping }, async (row) => {
      if (!(await work(row))) isAllDone = false
    })
    taken += batch.length
    last = batch.at(-1)
    if (batch.length < limit || isAllDone || stopping?.aborted === true) return taken
  }
}

export async function inBatches<T>(
  rows: readonly T[],
  { lanes, stopping }: Pick<Round<T>, 'lanes' | 'stopping'>,
  work: (row: T) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < rows.length && stopping?.aborted !== true; at += lanes) {
    await Promise.all(rows.slice(at, at + lanes).map(work))
  }
}
