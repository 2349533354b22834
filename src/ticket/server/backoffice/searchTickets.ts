import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { PageRequest } from '#kit/paging.ts'
import { countCapped } from '#kit/server/db/query/fetchPage.ts'
import type { ticketStatuses } from '../../backoffice.ts'
import { type TicketSearchTerm, parseTicketSearch } from '../../ticketSearch.ts'
import type { StateFilters } from '#staff/server/list/answerList.ts'
import { inPeriod } from '#staff/server/localPeriod.ts'
import { isInLots } from '#staff/server/member.ts'
import { ticketTimeZone } from '../store.ts'
import { findCodeByPrinted } from '../codes/ticketCodes.ts'

type TicketStatus = (typeof ticketStatuses)[number]

export type TicketFilters = StateFilters<TicketStatus | 'owing'>

export type FoundTicket = Awaited<ReturnType<typeof searchTickets>>['rows'][number]

type ClosedAt = Record<'exited_at' | 'blocked_at', Date | null>

export function ticketStatusOf({ exited_at, blocked_at }: ClosedAt): TicketStatus {
  return exited_at ? 'exited' : blocked_at ? 'blocked' : 'inside'
}

async function resolvePrintedCode(db: Db, query: TicketSearchTerm | null): Promise<TicketSearchTerm | null> {
  const isWholeCode = query?.kind === 'code' && query.from === query.to
  const own = isWholeCode ? await findCodeByPrinted(db, query.from) : null
  return own === null ? query : { kind: 'code', from: own, to: own }
}

/** Centavos that a car still owes after staff let it out; 0 for any other car. */
export const unpaidExitCents = sql<number>`coalesce((select cost_cents - (select coalesce(sum(amount_cents), 0)
  from paid_segment where paid_segment.ticket_id = ticket.id) from unpaid_exit
  where unpaid_exit.ticket_id = ticket.id), 0)::bigint`

const timeZoneOfTicket = sql`(select ${ticketTimeZone} from tariff join lot on lot.id = tariff.lot_id
  where tariff.id = ticket.tariff_id)`

/** The list has no order. Null when the text can be neither a code nor a plate. */
export async function narrowTickets(db: Db, search: TicketFilters) {
  const query = search.q === '' ? null : await resolvePrintedCode(db, parseTicketSearch(search.q))
  if (search.q !== '' && query === null) return null
  let list = db.selectFrom('ticket').select(['ticket.id', 'ticket.entered_at as at'])
  if (query) list = list.where(`ticket.${query.kind}`, '>=', query.from)
  if (query) list = list.where(`ticket.${query.kind}`, '<=', query.to)
  list = list.where(isInLots(search.lots, sql.ref('ticket.lot_id')))
  list = list.where(inPeriod(search, sql.ref('ticket.entered_at'), timeZoneOfTicket))
  if (search.state === 'exited') list = list.where('ticket.exited_at', 'is not', null)
  if (search.state === 'owing') list = list.where(unpaidExitCents, '>', 0)
  if (search.state === 'blocked') list = list.where('ticket.blocked_at', 'is not', null)
  if (search.state === 'inside')
    list = list.where('ticket.exited_at', 'is', null).where('ticket.blocked_at', 'is', null)
  return list
}

export async function searchTickets(db: Db, search: PageRequest & TicketFilters) {
  const list = await narrowTickets(db, search)
  if (list === null) return { rows: [], total: 0, more: false }
  const ids = list.orderBy('ticket.id', 'desc')
  const total = await countCapped(db, ids)
  const shown = ids.limit(search.perPage).offset((search.page - 1) * search.perPage)
  const rows = await db
    .selectFrom('ticket')
    .innerJoin('lot', 'lot.id', 'ticket.lot_id')
    .innerJoin('tariff', 'tariff.id', 'ticket.tariff_id')
    .innerJoin(shown.as('shown'), 'shown.id', 'ticket.id')
    .select(['ticket.id', 'ticket.code', 'ticket.plate', 'ticket.gate', 'ticket.entered_at'])
    .select(['ticket.exited_at', 'ticket.blocked_at', 'lot.name as lot_name', ticketTimeZone.as('time_zone')])
    .select(unpaidExitCents.as('owed_cents'))
    .orderBy('ticket.id', 'desc')
    .execute()
  return { rows, ...total }
}
