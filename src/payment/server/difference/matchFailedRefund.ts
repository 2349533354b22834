/** A return that the acquirer has confirmed, or that was asked for. */
type Part = { readonly id: number; readonly amount_cents: number }

/** Which returns came to nothing, what they come to together, and what becomes of the refund that waits meanwhile. */
export type Denied = {
  readonly cents: number
  readonly returns: readonly Part[]
  /** `stays`: it is asked for as before, beneath a return less; `ends`: nobody can tell any more whether it was made. */
  readonly waiting: 'stays' | 'ends'
}

/**
 * A bank has denied some of these returns, newest first: the sale shows so many centavos less given back than all of them;
 * none less, where what waits was made and is no smaller.
 * No notification says which, or how much; the sums do, unless a refund waits that may have been made by now (`waiting`): the
 * sale shows it, or does not. Where only one of the two can be, that is it, and the refund stays what it is; where both can, or
 * neither, staff are to look.
 */
export function matchFailedRefund(
  done: readonly Part[],
  shortCents: number,
  waiting: { amountCents: number; mayBeMade: boolean } | null,
): Denied {
  const unmade = shortCents > 0 ? adding(done, shortCents) : null
  const besides = waiting?.mayBeMade === true ? shortCents + waiting.amountCents : 0
  const made = besides > 0 ? adding(done, besides) : null
  if (made && !unmade) return { cents: besides, returns: made, waiting: 'stays' }
  const isSure = unmade !== null && made === null
  return {
    cents: shortCents,
    returns: unmade ?? fitting(done, shortCents),
    waiting: isSure ? 'stays' : 'ends',
  }
}

/** The fewest that come to exactly so much, the newest where several do; null where none do. */
function adding(parts: readonly Part[], cents: number): readonly Part[] | null {
  let sums = new Map<number, readonly Part[]>([[0, []]])
  for (const part of parts) {
    const grown = new Map(sums)
    for (const [sum, some] of sums) {
      const known = grown.get(sum + part.amount_cents)
      if (sum + part.amount_cents <= cents && !(known && known.length <= some.length + 1))
        grown.set(sum + part.amount_cents, [...some, part])
    }
    sums = grown
  }
  return sums.get(cents) ?? null
}

/** As many as fit into so much, the newest first. */
function fitting(parts: readonly Part[], cents: number): readonly Part[] {
  let left = cents
  return parts.filter(({ amount_cents }) => {
    const fits = amount_cents <= left
    if (fits) left -= amount_cents
    return fits
  })
}
