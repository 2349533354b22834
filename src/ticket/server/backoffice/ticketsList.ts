import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { isoIn } from '#kit/clock.ts'
import { wireMoney } from '#kit/money.ts'
import { anyOf } from '#kit/server/db/query/anyOf.ts'
import {
  type BackOfficeTicketRow,
  listBackOfficeTickets,
  ticketFilterTexts,
  ticketLabel,
  type TicketStanding,
  type ticketStatuses,
} from '../../backoffice.ts'
import { type TicketSearchTerm, parseTicketSearch } from '../../ticketSearch.ts'
import type { StateFilters } from '#staff/server/list/answerList.ts'
import { defineList } from '#staff/server/exports/defineList.ts'
import { inPeriod } from '#staff/server/localPeriod.ts'
import { isInLots } from '#staff/server/member.ts'
import { unpaidExitCents } from '../gate/unpaidExitCents.ts'
import { findCodeByPrinted } from '../codes/ticketCodes.ts'
import { readStandings } from './standings.ts'

type TicketStatus = (typeof ticketStatuses)[number]

export type TicketFilters = StateFilters<TicketStatus | 'owing'>

type ClosedAt = Record<'exited_at' | 'blocked_at', Date | null>

function ticketStatusOf({ exited_at, blocked_at }: ClosedAt): TicketStatus {
  return exited_at ? 'exited' : blocked_at ? 'blocked' : 'inside'
}

async function resolvePrintedCode(db: Db, query: TicketSearchTerm | null): Promise<TicketSearchTerm | null> {
  const isWholeCode = query?.kind === 'code' && query.from === query.to
  const own = isWholeCode ? await findCodeByPrinted(db, query.from) : null
  return own === null ? query : { kind: 'code', from: own, to: own }
}

const timeZoneOfTicket = sql`(select time_zone from tariff where tariff.id = ticket.tariff_id)`

/** Unordered; null when the text can be neither a code nor a plate. */
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

export const ticketsList = defineList({
  endpoint: listBackOfficeTickets,
  title: 'Tickets',
  needsPeriod: true,
  filterTexts: ({ state }) => ({ state: state && ticketFilterTexts[state].text }),
  keys: async ({ db }, wanted) => {
    const list = await narrowTickets(db, wanted)
    return list === null ? [] : [list]
  },
  order: 'id',
  rows: ({ db }, { ids }): Promise<TicketRow[]> => readTickets(db, ids),
  wire: wireTicketRow,
  fileRows: async (deps, rows, now) => {
    const codes = rows.map(({ code }) => code)
    const standings = await readStandings(deps, codes, now)
    return rows.map((row) => ({ ...row, standing: standings.get(row.code) }))
  },
  columns: [
    { title: 'Ticket', kind: 'ticketCode', value: (row) => row.code },
    { title: 'Estacionamento', kind: 'text', value: (row) => row.lot_name },
    { title: 'Placa', kind: 'text', value: (row) => row.plate },
    { title: 'Entrada', kind: 'dateTime', value: (row) => row.entered_at },
    { title: 'Cancela', kind: 'text', value: (row) => row.gate },
    { title: 'Saída', kind: 'dateTime', value: (row) => row.exited_at },
    { title: 'Cancela de saída', kind: 'text', value: (row) => row.exit_gate },
    { title: 'Situação', kind: 'text', value: (row) => ticketLabel(wireTicketRow(row)).text },
    { title: 'Tarifa', kind: 'text', value: (row) => row.tariff_name },
    { title: 'Pago', kind: 'money', value: (row) => row.paid_cents },
    { title: 'Isento', kind: 'money', value: (row) => row.waived_cents },
    { title: 'Convênio', kind: 'money', value: (row) => row.granted_cents },
    { title: 'Substitui', kind: 'ticketCode', value: (row) => row.replaces },
  ],
})

function sumOfSegments(which: RawBuilder<unknown>) {
  return sql<number | null>`(select sum(amount_cents)::bigint from paid_segment
    where ticket_id = ticket.id and undone_at is null and ${which})`
}

/** Null while a validation of the ticket stands, and without any. */
const grantedCents = sql<number | null>`(select case when bool_and(fixed_at is not null)
  then sum(granted_cents)::bigint end from validation where ticket_id = ticket.id and undone_at is null)`

function readTickets(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('ticket')
    .innerJoin('lot', 'lot.id', 'ticket.lot_id')
    .innerJoin('tariff', 'tariff.id', 'ticket.tariff_id')
    .leftJoin('ticket as replaced', 'replaced.id', 'ticket.replaces_id')
    .select(['ticket.id', 'ticket.code', 'ticket.plate', 'ticket.entered_at', 'ticket.gate'])
    .select(['ticket.exited_at', 'ticket.exit_gate', 'ticket.blocked_at', 'lot.name as lot_name'])
    .select(['tariff.time_zone', 'tariff.name as tariff_name', 'replaced.code as replaces'])
    .select(sumOfSegments(sql`source not in ('waiver', 'partner')`).as('paid_cents'))
    .select(sumOfSegments(sql`source = 'waiver'`).as('waived_cents'))
    .select(grantedCents.as('granted_cents'))
    .select(unpaidExitCents.as('owed_cents'))
    .where('ticket.id', '=', anyOf(ids))
    .execute()
}

type TicketRow = Awaited<ReturnType<typeof readTickets>>[number] & {
  readonly standing?: TicketStanding | undefined
}

function wireTicketRow(ticket: TicketRow): BackOfficeTicketRow {
  const iso = (at: Date) => isoIn(ticket.time_zone, at)
  return {
    id: ticket.code,
    plate: ticket.plate,
    lot: ticket.lot_name,
    gate: ticket.gate,
    where: ticketStatusOf(ticket),
    entered_at: iso(ticket.entered_at),
    exited_at: ticket.exited_at && iso(ticket.exited_at),
    time_zone: ticket.time_zone,
    owed: ticket.owed_cents > 0 ? wireMoney(ticket.owed_cents) : null,
    standing: ticket.standing ?? null,
  }
}
