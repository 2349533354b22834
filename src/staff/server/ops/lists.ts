/** Rows of one page of a list. */
export const perPage = 20

/** The filters of a list, as its page links repeat them. */
export function keptFilters(query: {
  state: string | null
  lot_id: number | null
  from: Date | null
  until: Date | null
}): Readonly<Record<string, string | undefined>> {
  const { state, lot_id: lotId, from, until } = query
  return {
    state: state ?? undefined,
    lot_id: lotId === null ? undefined : String(lotId),
    from: from?.toISOString(),
    until: until?.toISOString(),
  }
}
