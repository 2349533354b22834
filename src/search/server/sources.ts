import { searchUsers } from '#account/server/backoffice/searchUsers.ts'
import { listUsers } from '#account/backoffice.ts'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { createDateFormat } from '#kit/text/formats.ts'
import { paymentStates } from '#payment/stateTexts.ts'
import { checkReceipt } from '#receipt/server/proof/checkReceipt.ts'
import { findProofText } from '#receipt/proof.ts'
import { listBackOfficeReservations } from '#reservation/backoffice.ts'
import { reserveStateTexts } from '#reservation/reservationState.ts'
import { reservationsList } from '#reservation/server/backoffice/reservationsList.ts'
import { listTransactions } from '#review/backoffice.ts'
import { searchPayments } from '#review/server/backoffice/searchPayments.ts'
import { wireTransactionRow } from '#review/server/backoffice/transactionDetails.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { levelNames, type StaffAccess } from '#staff/level.ts'
import { memberOf } from '#staff/server/member.ts'
import { listBackOfficeTickets, ticketLabel } from '#ticket/backoffice.ts'
import { listExitQuestions } from '#ticket/server/gate/exitQuestions.ts'
import { readStandings } from '#ticket/server/backoffice/standings.ts'
import { ticketsList } from '#ticket/server/backoffice/ticketsList.ts'
import { parseTicketSearch } from '#ticket/ticketSearch.ts'
import { formatPlate } from '#vehicle/formatPlate.ts'
import { type Found, type FoundKind, mostFound } from '../backoffice.ts'
import type { SearchDeps } from './deps.ts'

type Search = { readonly q: string; readonly caller: PortalCaller }

type SearchSource = {
  readonly kind: FoundKind
  readonly access: StaffAccess
  /** The newest first, of the caller's lots. */
  readonly find: (deps: SearchDeps, search: Search) => Promise<Omit<Found, 'kind'>[]>
}

const timeText = createDateFormat('pt-BR', {
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})
const anyState = { state: null, from: null, until: null } as const
const anyRow = { search: '', searchText: '', text: '', lot_id: null, ...anyState } as const
const firstPage = { page: 1, perPage: mostFound } as const

/** A row per kind, with the access of its list. */
export const searchSources: readonly SearchSource[] = [
  { kind: 'ticket', access: listBackOfficeTickets.access, find: findTickets },
  { kind: 'reservation', access: listBackOfficeReservations.access, find: findReservations },
  { kind: 'exit_refusal', access: listBackOfficeTickets.access, find: findExitRefusals },
  { kind: 'transaction', access: listTransactions.access, find: findTransactions },
  { kind: 'person', access: listUsers.access, find: findPeople },
]

async function findTickets(deps: SearchDeps, { q, caller }: Search) {
  const { data } = await ticketsList.answer(deps, { query: { ...anyRow, q }, caller })
  const rows = data.slice(0, mostFound)
  const standings = await readStandings(
    deps,
    rows.map(({ id }) => id),
    deps.clock.now(),
  )
  return rows.map((row) => ({
    id: row.id,
    title: formatTicketCode(row.id),
    detail: joined(
      row.plate && formatPlate(row.plate),
      row.lot,
      ticketLabel({ ...row, standing: standings.get(row.id) ?? null }).text,
      timeText(new Date(row.entered_at), row.time_zone),
    ),
    to: `/staff/tickets/${row.id}`,
  }))
}

async function findReservations(deps: SearchDeps, { q, caller }: Search) {
  const { data } = await reservationsList.answer(deps, { query: { ...anyRow, q }, caller })
  return data.map(({ id, plate, person, lot, state, created_at: at, time_zone: zone }) => ({
    id,
    title: plate ? formatPlate(plate) : (person ?? lot ?? id),
    detail: joined(plate && person, lot, reserveStateTexts[state].staff.text, timeText(new Date(at), zone)),
    to: `/staff/reservations/${id}`,
  }))
}

async function findExitRefusals({ db }: SearchDeps, { q, caller }: Search) {
  const read = parseTicketSearch(q)
  if (read === null) return []
  const found = await listExitQuestions(db, { read, lots: memberOf(caller).lots })
  return found.map(({ id, at, read: text, gate, lot, time_zone: zone }) => ({
    id: String(id),
    title: text ?? '',
    detail: joined(gate, lot, timeText(at, zone)),
    to: `/staff/tickets?q=${encodeURIComponent(text ?? '')}`,
  }))
}

async function findTransactions(deps: SearchDeps, { q, caller }: Search) {
  const { lots } = memberOf(caller)
  const text = await protocolOfReceipt(deps, q)
  const { rows } = await searchPayments(deps.db, {
    ...anyState,
    ...firstPage,
    method: null,
    q: text ?? q,
    lots,
  })
  return rows.map(wireTransactionRow).map((row) => ({
    id: row.id,
    title: `R$\u00a0${row.amount.valueHuman}`,
    detail: joined(
      paymentStates[row.state].staff.text,
      row.card ?? row.payment_type_desc,
      formatTicketCode(row.ticket),
      row.lot,
      timeText(new Date(row.created_at), row.time_zone),
    ),
    to: `/staff/transactions/${row.id}`,
  }))
}

/** Null for a text that is no receipt of this portal. */
async function protocolOfReceipt(deps: SearchDeps, text: string): Promise<string | null> {
  const proof = findProofText(text)
  const receipt = proof === null ? null : await checkReceipt(deps, proof)
  return receipt?.isKnown ? receipt.proof.protocol : null
}

async function findPeople({ db }: SearchDeps, { q, caller }: Search) {
  const { rows } = await searchUsers(db, { q, lots: memberOf(caller).lots, level: null, ...firstPage })
  return rows.map(({ id, name, email, level }) => ({
    id: String(id),
    title: name,
    detail: joined(levelNames[level], email),
    to: `/staff/users/${id}`,
  }))
}

function joined(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part).join(' · ')
}
