import QRCode from 'qrcode'
import { drawBarcode } from './barcode.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import type { Db } from '#db/schema.ts'
import { isoIn } from '#kit/clock.ts'
import { wireMoney } from '#kit/money.ts'
import { findAuditRows } from '#kit/server/auditRows.ts'
import { listPaymentsOfTicket } from '#payment/server/findPayments.ts'
import type { Payment } from '#payment/server/store.ts'
import { withExitOpenUntil } from '../../stay.ts'
import { stayFromRows } from '../stay.ts'
import { findTicketByCode, readStayRows, type SegmentRow, type StoredTicket } from '../store.ts'
import { overpaidAtCounterCents } from '../overpaid/stayOver.ts'
import { wireValidations } from './ticketValidations.ts'
import { wireTicket } from '../view.ts'
import type { StaffMember } from '#session/server/caller.ts'
import { isAllowed } from '#staff/level.ts'
import { requireVisible } from '#staff/server/member.ts'
import type { BackOfficeTicket } from '../../backoffice.ts'
import { gateEventTexts, exitRefusalTexts, ticketTrail } from '../../auditTerms.ts'
import { hasDuplicatePlateInside } from './ticketChanges.ts'
import type { TicketDeps } from '../deps.ts'
import { toHistoryEvents, type HistoryEvent, wireHistory } from '#staff/server/history.ts'
import * as z from 'zod/mini'
import { tariffRules } from '../../tariff.ts'
import { readExitRefusals } from '../gate/exitRefusals.ts'
import { unpaidExitCents } from '../gate/unpaidExitCents.ts'
import { findPrintedCode } from '../codes/ticketCodes.ts'

/** Throws `not_found`, also for a ticket of another lot. */
export async function requireTicket(db: Db, code: string, by: Pick<StaffMember, 'lots'>) {
  return requireVisible(await findTicketByCode(db, code), by)
}

/** Throws `not_found`. */
export async function readTicketDetail(
  deps: TicketDeps,
  code: string,
  member: StaffMember,
): Promise<BackOfficeTicket> {
  const { db } = deps
  const now = deps.clock.now()
  const ticket = await requireTicket(db, code, member)
  const { id, time_zone: timeZone } = ticket
  const rows = await readDetailRows(db, ticket)
  const { stayRows, replaces } = rows
  const { segments } = stayRows
  const reservation = await deps.reservedStay.find(db, id, now)
  const stay = withExitOpenUntil(stayFromRows(ticket, stayRows, now), reservation?.openUntil ?? null)
  const ids = replaces ? [replaces.id, id] : [id]
  const payments = (await Promise.all(ids.map((one) => listPaymentsOfTicket(db, one)))).flat()
  const events = [
    ...eventsOutsideAudit(ticket, rows),
    ...toHistoryEvents(ticketTrail, await findAuditRows(db, 'ticket', ids)),
    ...(reservation?.events ?? []),
  ]
  const overpaidCents = overpaidAtCounterCents(ticket, stayRows, now)
  const isOpen = ticket.exited_at === null && ticket.blocked_at === null
  return {
    id: ticket.code,
    ticket: wireTicket(ticket, stay, now),
    plate: ticket.plate,
    gate: ticket.gate,
    exit_gate: ticket.exit_gate,
    exited_at: ticket.exited_at && isoIn(timeZone, ticket.exited_at),
    tariff: `${rows.tariff.name} (versão ${rows.tariff.version})`,
    printed: rows.printed,
    replaces: replaces?.code ?? null,
    replaced_by: rows.replacedBy?.code ?? null,
    slip: replaces && isOpen ? await drawSlip(deps, ticket.code) : null,
    lost_fee: wireMoney(z.parse(tariffRules, ticket.rules).lost_ticket_fee_cents),
    reservation: reservation?.paymentToken ?? null,
    segments: segments.map((segment) => wireSegment(segment, timeZone)),
    validations: await wireValidations(deps, ticket, stayRows, now),
    overpaid: overpaidCents > 0 ? wireMoney(overpaidCents) : null,
    payments: payments.map((payment) => wirePayment(payment, timeZone)),
    history: await wireHistory(deps, events, timeZone),
    owed: rows.owedCents > 0 ? wireMoney(rows.owedCents) : null,
    can: {
      ...allowedActions(stay.dueCents > 0, isOpen && reservation === null, member),
      left: isOpen && (reservation === null || (await hasDuplicatePlateInside(db, id))),
      handBack: overpaidCents > 0,
    },
  }
}

function allowedActions(isDue: boolean, isOrdinary: boolean, { level }: StaffMember) {
  return {
    exit: isOrdinary && isDue,
    waive: isDue && isAllowed(level, 'supervisor'),
    replace: isOrdinary && isAllowed(level, 'manager'),
  }
}

type TicketDetailRows = Awaited<ReturnType<typeof readDetailRows>>

async function readDetailRows(db: Db, ticket: StoredTicket) {
  const { id, code, replaces_id } = ticket
  const tickets = db.selectFrom('ticket').select(['id', 'code'])
  const fromTariff = db.selectFrom('tariff').innerJoin('ticket', 'ticket.tariff_id', 'tariff.id')
  const { owedCents, ...tariff } = await fromTariff
    .select(['tariff.name', 'tariff.version', unpaidExitCents.as('owedCents')])
    .where('ticket.id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    tariff,
    owedCents,
    gateEvents: await db
      .selectFrom('equipment_event')
      .select(['kind', 'at'])
      .where('ticket_code', '=', code)
      .orderBy('id')
      .execute(),
    stayRows: await readStayRows(db, ticket),
    refusals: await readExitRefusals(db, id),
    /** The number that the gate printed; null if that is the ticket's code. */
    printed: await findPrintedCode(db, code),
    replaces:
      replaces_id === null ? undefined : await tickets.where('id', '=', replaces_id).executeTakeFirst(),
    replacedBy: await tickets.where('replaces_id', '=', id).executeTakeFirst(),
  }
}

function wireSegment(segment: SegmentRow, timeZone: string): BackOfficeTicket['segments'][number] {
  const { exit_deadline_at: until } = segment
  return {
    n: segment.n,
    amount: wireMoney(segment.amount_cents),
    source: segment.source,
    method: segment.method,
    paid_at: isoIn(timeZone, segment.paid_at),
    undone_at: segment.undone_at && isoIn(timeZone, segment.undone_at),
    exit_until: until && isoIn(timeZone, until),
  }
}

function wirePayment(
  { token, state, amount_cents, created_at }: Payment,
  timeZone: string,
): BackOfficeTicket['payments'][number] {
  return { token, state, amount: wireMoney(amount_cents), created_at: isoIn(timeZone, created_at) }
}

async function drawSlip({ publicUrl }: TicketDeps, code: string) {
  const url = `${publicUrl}/#/ticket/read?ticket=${code}`
  const qrcode = await QRCode.toString(url, { type: 'svg', margin: 4 })
  return { url, qrcode, barcode: drawBarcode(code) }
}

function eventsOutsideAudit(ticket: StoredTicket, rows: TicketDetailRows): HistoryEvent[] {
  const { stayRows, gateEvents, refusals } = rows
  const entrance = { at: ticket.entered_at, text: `Entrada (${ticket.gate})`, actor: null }
  const portal = stayRows.segments.filter(({ source }) => source === 'portal')
  return [
    ...(ticket.replaces_id === null ? [entrance] : []),
    ...portal.map(({ paid_at, amount_cents }) => ({
      at: paid_at,
      text: 'Pago no portal',
      actor: 'customer',
      amountCents: amount_cents,
    })),
    ...refusals.map(({ gate, at, reason, due_cents }) => ({
      at,
      text: `Saída recusada (${gate}): ${lookUp(exitRefusalTexts, reason) ?? reason}`,
      actor: null,
      amountCents: due_cents,
    })),
    ...gateEvents.map(({ kind, at }) => ({ at, text: lookUp(gateEventTexts, kind) ?? kind, actor: null })),
  ]
}
