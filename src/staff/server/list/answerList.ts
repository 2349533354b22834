import { type PageRequest, pagedList, parsePageRequest } from '#kit/paging.ts'
import type { VisibleLots, StaffMember, PortalCaller } from '#session/server/caller.ts'
import { perPage } from '../lists.ts'
import { type LocalPeriod, localPeriodOf } from '../localPeriod.ts'
import { requestedLots, memberOf } from '../member.ts'

type Query = Parameters<typeof parsePageRequest>[0] & {
  readonly lot_id: number | null
  readonly from?: string | null
  readonly until?: string | null
}

/** `lots` has the chosen lot, else the member's lots. */
type Wanted<Q> = Omit<Q, keyof Query> &
  PageRequest &
  LocalPeriod & { readonly q: string; readonly lots: VisibleLots; readonly member: StaffMember }

export type StateFilters<State> = LocalPeriod & {
  readonly q: string
  readonly lots: VisibleLots
  readonly state: State | null
}

type Found<Row> = { readonly rows: readonly Row[]; readonly total: number; readonly more?: boolean }

/** Throws 422 for a period that ends before it begins, `not_found` for another lot. */
export async function answerList<Q extends Query, Row, Wire>(
  { path }: { readonly path: string },
  { query, caller }: { readonly query: Q; readonly caller: PortalCaller },
  search: (wanted: Wanted<Q>) => Promise<Found<Row>>,
  wire: (row: Row, member: StaffMember) => Wire,
) {
  const member = memberOf(caller)
  const request = parsePageRequest(query, perPage)
  const { from = null, until = null } = query
  const lots = requestedLots(member, query.lot_id)
  const found = await search({ ...query, ...request, ...localPeriodOf({ from, until }), lots, member })
  return pagedList({ ...found, rows: found.rows.map((row) => wire(row, member)) }, request, path)
}
