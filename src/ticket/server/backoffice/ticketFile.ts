import QRCode from 'qrcode'
import { barcodeOf } from './barcode.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import type { Db } from '#db/schema.ts'
import { isoIn } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { wireMoney } from '#kit/money.ts'
import { auditOf } from '#kit/server/auditRows.ts'
import { paymentsOfTicket } from '#payment/server/findPayments.ts'
import { lostFeeOf, openTicket, type TicketFile } from './openTicket.ts'
import { openedUntil } from '../../stay.ts'
import { storedDeadline } from '../stay.ts'
import { ticketByCode } from '../store.ts'
import { wireTicket } from '../view.ts'
import type { Member } from '#session/server/caller.ts'
import { isAllowed } from '#staff/level.ts'
import { assertLot } from '#staff/server/member.ts'
import type { BackOfficeTicket } from '../../backoffice.ts'
import { gateEventTexts, refusalTexts, ticketTrail } from '../../auditTerms.ts'
import { isInsideTwice } from './authoriseExit.ts'
import type { TicketBackOfficeDeps } from './deps.ts'
import { fromAudit, type HistoryEvent, wireHistory } from '#staff/server/history.ts'

/** Throws `not_found`, also for a ticket of another lot. */
export async function ticketIdOf(db: Db, code: string, by: Pick<Member, 'lots'>): Promise<number> {
  const ticket = await ticketByCode(db, code)
  if (!ticket) throw fail('not_found')
  assertLot(by, ticket.lot_id)
  return ticket.id
}

/** Throws `not_found`. */
export async function ticketFile(
  deps: TicketBackOfficeDeps,
  code: string,
  member: Member,
): Promise<BackOfficeTicket> {
  const { db } = deps
  const now = deps.clock.now()
  const id = await ticketIdOf(db, code, member)
  const opened = await openTicket(db, id, now)
  const reservation = await deps.reservedStay.find(db, id, now)
  const file = { ...opened, stay: openedUntil(opened.stay, reservation?.openUntil ?? null) }
  const { ticket, stay } = file
  const ids = file.replaces === null ? [id] : [file.replaces.id, id]
  const payments = (await Promise.all(ids.map((one) => paymentsOfTicket(db, one)))).flat()
  const happened = [
    ...untrackedEvents(file),
    ...fromAudit(ticketTrail, await auditOf(db, 'ticket', ids)),
    ...(reservation?.happened ?? []),
  ]
  return {
    id: ticket.code,
    ticket: wireTicket(ticket, stay, now),
    plate: ticket.plate,
    gate: ticket.gate,
    exit_gate: ticket.exit_gate,
    exited_at: ticket.exited_at && isoIn(ticket.time_zone, ticket.exited_at),
    tariff: file.tariff,
    printed: file.printed,
    replaces: file.replaces?.code ?? null,
    replaced_by: file.replacedBy?.code ?? null,
    slip: await slipOf(deps, file),
    lost_fee: wireMoney(lostFeeOf(file)),
    reservation: reservation?.paymentToken ?? null,
    segments: wireSegments(file),
    payments: payments.map((payment) => ({
      token: payment.token,
      state: payment.state,
      amount: wireMoney(payment.amount_cents),
      created_at: isoIn(ticket.time_zone, payment.created_at),
    })),
    history: await wireHistory(deps, happened, ticket.time_zone),
    owed: file.owedCents > 0 ? wireMoney(file.owedCents) : null,
    can: await allowed(db, file, { member, reserved: reservation !== null }),
  }
}

function wireSegments({ ticket, segments }: TicketFile): BackOfficeTicket['segments'] {
  return segments.map((segment) => {
    const until = storedDeadline(segment)
    return {
      n: segment.n,
      amount: wireMoney(segment.amount_cents),
      source: segment.source,
      paid_at: isoIn(ticket.time_zone, segment.paid_at),
      exit_until: until && isoIn(ticket.time_zone, until),
    }
  })
}

async function slipOf({ publicUrl }: TicketBackOfficeDeps, { ticket, replaces }: TicketFile) {
  if (replaces === null || ticket.exited_at !== null || ticket.blocked_at !== null) return null
  const url = `${publicUrl}/#/ticket/read?ticket=${ticket.code}`
  const qrcode = await QRCode.toString(url, { type: 'svg', margin: 4 })
  return { url, qrcode, barcode: barcodeOf(ticket.code) }
}

async function allowed(
  db: Db,
  { ticket, stay }: TicketFile,
  { member, reserved }: { member: Member; reserved: boolean },
): Promise<BackOfficeTicket['can']> {
  const open = ticket.exited_at === null && ticket.blocked_at === null
  return {
    exit: open && !reserved && stay.dueCents > 0,
    left: open && (!reserved || (await isInsideTwice(db, ticket.id))),
    waive: stay.dueCents > 0 && isAllowed(member.level, 'supervisor'),
    replace: open && !reserved && isAllowed(member.level, 'manager'),
  }
}

function untrackedEvents({ ticket, segments, news, refusals }: TicketFile): HistoryEvent[] {
  const entrance = { at: ticket.entered_at, text: `Entrada (${ticket.gate})`, actor: null }
  const portal = segments.filter(({ source }) => source === 'portal')
  return [
    ...(ticket.replaces_id === null ? [entrance] : []),
    ...portal.map(({ paid_at, amount_cents }) => ({
      at: paid_at,
      text: 'Pago no portal',
      actor: 'customer',
      amountCents: amount_cents,
    })),
    ...refusals.map(({ gate, at, reason, due }) => ({
      at,
      text: `Saída recusada (${gate}): ${lookUp(refusalTexts, reason) ?? reason}`,
      actor: null,
      amountCents: due,
    })),
    ...news.map(({ kind, at }) => ({ at, text: lookUp(gateEventTexts, kind) ?? kind, actor: null })),
  ]
}
