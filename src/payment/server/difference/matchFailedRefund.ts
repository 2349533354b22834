type RefundPart = { readonly id: number; readonly amount_cents: number }

export type FailedRefundMatch = {
  readonly cents: number
  readonly returns: readonly RefundPart[]
  /** `ends` where it is uncertain whether the open refund was made. */
  readonly waiting: 'stays' | 'ends'
}

/**
 * Finds the failed refunds, newest first, by the missing sum. The open refund may have been made or not: if the
 * sum fits only one of the two, that one is assumed; otherwise staff decide.
 */
export function matchFailedRefund(
  done: readonly RefundPart[],
  shortCents: number,
  waiting: { amountCents: number; mayBeMade: boolean } | null,
): FailedRefundMatch {
  const unmade = shortCents > 0 ? findSubsetWithSum(done, shortCents) : null
  const besides = waiting?.mayBeMade === true ? shortCents + waiting.amountCents : 0
  const made = besides > 0 ? findSubsetWithSum(done, besides) : null
  if (made && !unmade) return { cents: besides, returns: made, waiting: 'stays' }
  const isSure = unmade !== null && made === null
  return {
    cents: shortCents,
    returns: unmade ?? takeUpTo(done, shortCents),
    waiting: isSure ? 'stays' : 'ends',
  }
}

function findSubsetWithSum(parts: readonly RefundPart[], cents: number): readonly RefundPart[] | null {
  let sums = new Map<number, readonly RefundPart[]>([[0, []]])
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

function takeUpTo(parts: readonly RefundPart[], cents: number): readonly RefundPart[] {
  let left = cents
  return parts.filter(({ amount_cents }) => {
    const fits = amount_cents <= left
    if (fits) left -= amount_cents
    return fits
  })
}
