import * as z from 'zod/mini'
import { edited, endpoint, page } from '#kit/endpoint.ts'
import { ticketCode } from '#checkout/ticketCode.ts'
import { paymentState } from '#payment/contract.ts'
import { ticket } from './contract.ts'
import { historyEntry, money, reason, searchQuery } from '#staff/fields.ts'
import type { Named } from '#staff/named.ts'

/** Where the car of a ticket is; what is owed needs the price, and is on the ticket's own screen. */
export const whereabouts = ['inside', 'exited', 'blocked'] as const

/** What the desk calls each of them. */
export const whereTexts = {
  inside: { text: 'No pátio', tone: 'sign' },
  exited: { text: 'Saiu', tone: 'soft' },
  blocked: { text: 'Bloqueado', tone: 'stop' },
} as const satisfies Record<(typeof whereabouts)[number], Named>

export const deskTicketRow = z.object({
  /** The ticket's code. */
  id: z.string(),
  plate: z.nullable(z.string()),
  lot: z.string(),
  gate: z.string(),
  where: z.enum(whereabouts),
  entered_at: z.string(),
  exited_at: z.nullable(z.string()),
  time_zone: z.string(),
})
export type DeskTicketRow = z.output<typeof deskTicketRow>

/** Everything of a ticket; `id` is its code. */
export const deskTicket = z.object({
  id: z.string(),
  /** As the customer sees it: state, amount due now, breakdown. */
  ticket,
  plate: z.nullable(z.string()),
  gate: z.string(),
  exit_gate: z.nullable(z.string()),
  exited_at: z.nullable(z.string()),
  tariff: z.string(),
  /** The number on the paper that a gate printed for a reserved car, which has the ticket of its reservation. */
  printed: z.nullable(z.string()),
  /** Codes of the ticket that this one stands for, and of the one that stands for it. */
  replaces: z.nullable(z.string()),
  replaced_by: z.nullable(z.string()),
  /**
   * Of a ticket that stands for a lost one: where it is paid, the same as a QR code, and its number as the barcode that
   * gates read (SVG both). Null once it is over.
   */
  slip: z.nullable(z.object({ url: z.string(), qrcode: z.string(), barcode: z.string() })),
  /** What a replacement of this ticket would cost more. */
  lost_fee: money,
  /** Token of the reservation whose car this is. */
  reservation: z.nullable(z.string()),
  segments: z.array(
    z.object({
      n: z.number(),
      amount: money,
      source: z.enum(['portal', 'machine', 'waiver']),
      paid_at: z.string(),
      /** Null: this part gave no exit deadline. */
      exit_until: z.nullable(z.string()),
    }),
  ),
  payments: z.array(
    z.object({ token: z.string(), state: paymentState, amount: money, created_at: z.string() }),
  ),
  history: z.array(historyEntry),
  /** What may be done with it now, as far as the caller's level goes. */
  can: z.object({ waive: z.boolean(), replace: z.boolean() }),
})
export type DeskTicket = z.output<typeof deskTicket>

const base = '/api/staff/tickets'
const params = z.object({ id: ticketCode })

export const listDeskTickets = endpoint({
  method: 'GET',
  path: base,
  access: 'supervisor',
  summary: 'Tickets by code, first digits of one, or plate; the newest first.',
  query: searchQuery(whereabouts),
  reply: page(deskTicketRow),
  errors: {},
})

export const openDeskTicket = endpoint({
  method: 'GET',
  path: `${base}/:id/edit`,
  access: 'supervisor',
  summary: 'A ticket with its price now, what was paid, and its history.',
  params,
  reply: edited(deskTicket),
  errors: {},
})

export const waiveTicket = endpoint({
  method: 'POST',
  path: `${base}/:id/waive`,
  access: 'supervisor',
  summary: 'Waives what is due now, with a reason.',
  params,
  body: z.object({ reason }),
  reply: edited(deskTicket),
  errors: { nothing_due: 409, payment_in_flight: 409 },
})

export const replaceTicket = endpoint({
  method: 'POST',
  path: `${base}/:id/replace`,
  access: 'manager',
  summary: 'Blocks a lost ticket and issues another for the same stay, with the tariff’s fee.',
  status: 201,
  params,
  body: z.object({ reason }),
  reply: edited(deskTicket),
  errors: { payment_in_flight: 409, ticket_blocked: 409, ticket_reserved: 409, ticket_exited: 410 },
})
