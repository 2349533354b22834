import { type Found, type PageRequest, pagedList, parsePageRequest } from '#kit/paging.ts'
import type { VisibleLots, StaffMember, PortalCaller } from '#session/server/caller.ts'
import { type LocalPeriod, localPeriodOf, type PeriodBounds } from '../localPeriod.ts'
import { requestedLots, memberOf } from '../member.ts'

const perPage = 20

export type ListQuery = Parameters<typeof parsePageRequest>[0] & {
  readonly lot_id?: number | null
  readonly from?: string | null
  readonly until?: string | null
}

type TextAndLots = LocalPeriod & { readonly q: string; readonly lots: VisibleLots }

/** The list's own filters with text, period and lots: the chosen lot, else the member's lots. */
export type Wanted<Q> = Omit<Q, keyof ListQuery> & TextAndLots

export type StateFilters<State> = TextAndLots & { readonly state: State | null }

export type ListCall<Q> = Pick<PeriodBounds, 'timeZone'> & {
  readonly query: Q
  readonly caller: Pick<PortalCaller, 'member'>
}

/** Throws 422 for a period that ends before it begins, `not_found` for another lot. */
export function wantedOf<Q extends ListQuery>(
  query: Q,
  member: StaffMember,
  bounds?: PeriodBounds,
): Wanted<Q> {
  const { q } = parsePageRequest(query, perPage)
  return { ...query, q, ...localPeriodOf(query, bounds), lots: requestedLots(member, query.lot_id ?? null) }
}

/** Throws as `wantedOf`. */
export async function answerList<Q extends ListQuery, Row>(
  { path }: { readonly path: string },
  { query, caller, ...bounds }: ListCall<Q>,
  search: (wanted: Wanted<Q> & PageRequest & { readonly member: StaffMember }) => Promise<Found<Row>>,
) {
  const member = memberOf(caller)
  const request = parsePageRequest(query, perPage)
  return pagedList(await search({ ...wantedOf(query, member, bounds), ...request, member }), request, path)
}
