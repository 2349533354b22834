import * as z from 'zod/mini'
import type { Db, Tx } from '#db/schema.ts'
import { addMs, later, minuteMs } from '#kit/clock.ts'
import { countedCents } from '#payment/paymentMoney.ts'
import { parsePaymentMoney } from '#payment/server/ledger/paymentMoney.ts'
import type { Validation } from '../benefit.ts'
import { quoteMinutes, type Stay, stayAt, type StayFacts, type StayTerms, exitDeadline } from '../stay.ts'
import { tariffRules, computePrice } from '../tariff.ts'
import {
  lockTicketWithRows,
  readStayRows,
  type SegmentFacts,
  type StayRows,
  type StoredTicket,
  type ValidationFacts,
} from './store.ts'

export type StayInput = { facts: StayFacts; terms: StayTerms }

export async function readStayInput(db: Db, ticket: StoredTicket): Promise<StayInput> {
  return stayInputOf(ticket, await readStayRows(db, ticket))
}

export function stayInputOf(ticket: StoredTicket, rows: StayRows): StayInput {
  const terms = { rules: z.parse(tariffRules, ticket.rules), timeZone: ticket.time_zone }
  return { facts: stayFactsOf(ticket, rows), terms }
}

type StayRow = Pick<StoredTicket, 'entered_at' | 'exited_at' | 'blocked_at' | 'fee_cents'>

export function stayFactsOf(ticket: StayRow, { segments, validations }: StayRows): StayFacts {
  return {
    enteredAt: ticket.entered_at,
    exitedAt: ticket.exited_at,
    blockedAt: ticket.blocked_at,
    feeCents: ticket.fee_cents,
    segments: segments.map((segment) => ({
      n: segment.n,
      amountCents: segment.amount_cents,
      countedCents:
        countedCents(segment.amount_cents, parsePaymentMoney(segment.money)) - segment.handed_back_cents,
      paidAt: segment.paid_at,
      exitDeadlineAt: segment.exit_deadline_at,
      waived: segment.source === 'waiver' || segment.source === 'partner',
      undoneAt: undoneAtOf(segment, validations),
    })),
    validations: validations.map(toValidation),
  }
}

/** The segment of a shop counts as long as its validation. */
function undoneAtOf({ n, undone_at: undoneAt }: SegmentFacts, validations: readonly ValidationFacts[]) {
  const own = validations.find(({ segment_n }) => segment_n === n)
  if (own === undefined) return undoneAt
  const { counts_until_at: until } = own
  return until === null ? null : addMs(until, -quoteMinutes * minuteMs)
}

function toValidation(row: ValidationFacts): Validation {
  return {
    id: row.id,
    kind: row.kind,
    value: row.value,
    maxCents: row.max_cents,
    text: validationText(row),
    at: row.at,
    grantedCents: row.granted_cents,
    countsUntil: row.counts_until_at,
    segmentN: row.segment_n,
  }
}

/** 'Convênio Livraria Sol (2 h)' */
export function validationText({
  partner_name,
  text,
}: Pick<ValidationFacts, 'partner_name' | 'text'>): string {
  return `Convênio ${partner_name} (${text})`
}

export async function readStay(db: Db, ticket: StoredTicket, at: Date): Promise<Stay> {
  return stayFromRows(ticket, await readStayRows(db, ticket), at)
}

export function stayFromRows(ticket: StoredTicket, rows: StayRows, at: Date): Stay {
  const { facts, terms } = stayInputOf(ticket, rows)
  return stayAt(facts, terms, at)
}

/** Gate clocks differ: an exit is never before the entrance. */
export function clampToEntrance(ticket: StoredTicket, at: Date): Date {
  return later(at, ticket.entered_at)
}

/**
 * 'Sair até' after a portal payment or waiver; null if `paidCents` is below the price at `pricedAt`
 * (docs/spec.md#r41). `pricedAt` is null for a quoted amount, which is honoured.
 */
export function portalExitDeadline(
  ticket: StoredTicket,
  { paidAt, paidCents, pricedAt }: { paidAt: Date; paidCents: number; pricedAt: Date | null },
): Date | null {
  const rules = z.parse(tariffRules, ticket.rules)
  const forStayCents = paidCents - ticket.fee_cents
  const { entered_at: enteredAt, time_zone: timeZone } = ticket
  const at = pricedAt && later(pricedAt, enteredAt)
  if (at && computePrice(rules, { enteredAt, at, timeZone }).amountCents > forStayCents) return null
  return exitDeadline({ rules, enteredAt, paidAt, timeZone, paidCents: forStayCents })
}

/** Locks the ticket until the transaction ends. */
export async function lockStay(tx: Tx, ticketId: number, at: Date): Promise<Stay> {
  const { ticket, rows } = await lockTicketWithRows(tx, ticketId)
  return stayFromRows(ticket, rows, clampToEntrance(ticket, at))
}
