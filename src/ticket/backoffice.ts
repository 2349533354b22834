import * as z from 'zod/mini'
import { edited, endpoint, page } from '#kit/endpoint.ts'
import { ticketCode } from '#checkout/ticketCode.ts'
import { paymentState } from '#payment/contract.ts'
import { ticket } from './contract.ts'
import { historyEntry, money, reason, searchQuery } from '#staff/fields.ts'
import type { StatusLabel } from '#staff/statusLabel.ts'

export const ticketStatuses = ['inside', 'exited', 'blocked'] as const

export const ticketStatusTexts = {
  inside: { text: 'No pátio', tone: 'sign' },
  exited: { text: 'Saiu', tone: 'soft' },
  blocked: { text: 'Bloqueado', tone: 'stop' },
} as const satisfies Record<(typeof ticketStatuses)[number], StatusLabel>

export const ticketFilterTexts = {
  ...ticketStatusTexts,
  owing: { text: 'Saiu devendo', tone: 'stop' },
} as const

/** `exit_until`: until when a paid car may leave; null once that is past. */
const ticketStanding = z.object({
  state: ticket.shape.state,
  exit_until: z.nullable(z.string()),
})
export type TicketStanding = z.output<typeof ticketStanding>

export const ticketStandingTexts = {
  issued: ticketStatusTexts.inside,
  free: ticketStatusTexts.inside,
  covered: { text: 'Convênio', tone: 'go' },
  due: { text: 'Devido', tone: 'warn' },
  overdue: { text: 'Devido', tone: 'warn' },
  paid: { text: 'Pago', tone: 'go' },
  exited: ticketStatusTexts.exited,
  blocked: ticketStatusTexts.blocked,
} as const satisfies Record<TicketStanding['state'], StatusLabel>

export const backOfficeTicketRow = z.object({
  id: z.string(),
  plate: z.nullable(z.string()),
  lot: z.string(),
  gate: z.string(),
  where: z.enum(ticketStatuses),
  entered_at: z.string(),
  exited_at: z.nullable(z.string()),
  time_zone: z.string(),
  owed: z.nullable(money),
  /** Null unless the car is inside. */
  standing: z.nullable(ticketStanding),
})
export type BackOfficeTicketRow = z.output<typeof backOfficeTicketRow>

/** What the back office calls the ticket: 'Devido', 'Saiu devendo', 'No pátio'. */
export function ticketLabel(row: Pick<BackOfficeTicketRow, 'owed' | 'standing' | 'where'>): StatusLabel {
  if (row.owed !== null) return ticketFilterTexts.owing
  return row.standing === null ? ticketStatusTexts[row.where] : ticketStandingTexts[row.standing.state]
}

/** `id` is the ticket's code. */
export const backOfficeTicket = z.object({
  id: z.string(),
  ticket,
  plate: z.nullable(z.string()),
  gate: z.string(),
  exit_gate: z.nullable(z.string()),
  exited_at: z.nullable(z.string()),
  tariff: z.string(),
  printed: z.nullable(z.string()),
  replaces: z.nullable(z.string()),
  replaced_by: z.nullable(z.string()),
  /** Payment address, QR code and barcode (SVG) of a replacement; null once the stay is over. */
  slip: z.nullable(z.object({ url: z.string(), qrcode: z.string(), barcode: z.string() })),
  lost_fee: money,
  reservation: z.nullable(z.string()),
  segments: z.array(
    z.object({
      n: z.number(),
      amount: money,
      source: z.enum(['portal', 'machine', 'till', 'waiver', 'partner']),
      /** The word of a machine or till. */
      method: z.nullable(z.string()),
      paid_at: z.string(),
      /** When staff undid it. */
      undone_at: z.nullable(z.string()),
      exit_until: z.nullable(z.string()),
    }),
  ),
  validations: z.array(
    z.object({
      id: z.number(),
      /** 'Convênio Livraria Sol (2 h)' */
      text: z.string(),
      state: z.enum(['standing', 'fixed', 'undone']),
      /** What it takes off now, or was granted; 0 once undone. */
      off: money,
      at: z.string(),
      who: z.string(),
      reason: z.nullable(z.string()),
      undone_at: z.nullable(z.string()),
      undone_reason: z.nullable(z.string()),
      /** Until when an undone one counts. */
      counts_until: z.nullable(z.string()),
    }),
  ),
  /** Paid beyond what the stay owed, beside what a case of a payment returns. */
  overpaid: z.nullable(money),
  payments: z.array(
    z.object({ token: z.string(), state: paymentState, amount: money, created_at: z.string() }),
  ),
  history: z.array(historyEntry),
  owed: z.nullable(money),
  /** `exit`: the gate opens once; `left`: the ticket is closed at once. */
  can: z.object({
    waive: z.boolean(),
    replace: z.boolean(),
    exit: z.boolean(),
    left: z.boolean(),
    handBack: z.boolean(),
  }),
})
export type BackOfficeTicket = z.output<typeof backOfficeTicket>

/** A question at the exit that named no ticket; `read` is '' where the gate read nothing. */
export const exitQuestion = z.object({
  at: z.string(),
  time_zone: z.string(),
  lot: z.string(),
  gate: z.string(),
  device: z.string(),
  read: z.string(),
})
export type WireExitQuestion = z.output<typeof exitQuestion>

const base = '/api/staff/tickets'
const params = z.object({ id: ticketCode })

export const listBackOfficeTickets = endpoint('GET', base, 'supervisor', {
  levelText: ['Tickets', 'Procurar'],
  summary: 'Tickets by code, first digits of one, or plate; the newest first.',
  query: searchQuery([...ticketStatuses, 'owing']),
  reply: z.extend(page(backOfficeTicketRow), { refusals: z.array(exitQuestion) }),
})

export const openBackOfficeTicket = endpoint('GET', `${base}/:id/edit`, 'supervisor', {
  levelText: ['Tickets', 'Abrir um ticket'],
  summary: 'A ticket with its price now, what was paid, and its history.',
  params,
  reply: edited(backOfficeTicket),
})

export const waiveTicket = endpoint('POST', `${base}/:id/waive`, 'supervisor', {
  levelText: ['Tickets', 'Isentar'],
  summary: 'Waives what is due now, with a reason.',
  params,
  body: z.object({ reason }),
  reply: edited(backOfficeTicket),
  errors: { nothing_due: 409, payment_in_flight: 409 },
})

export const handBackExcess = endpoint('POST', `${base}/:id/hand_back`, 'supervisor', {
  levelText: ['Tickets', 'Registrar a devolução do que foi pago a mais'],
  summary: 'Records that what machines or tills took too much was given back, with a reason.',
  params,
  body: z.object({ reason }),
  reply: edited(backOfficeTicket),
  errors: { nothing_over: 409 },
})

export const replaceTicket = endpoint('POST', `${base}/:id/replace`, 'manager', {
  levelText: ['Tickets', 'Trocar um ticket perdido'],
  summary: 'Blocks a lost ticket and issues another for the same stay, with the tariff’s fee.',
  status: 201,
  params,
  body: z.object({ reason }),
  reply: edited(backOfficeTicket),
  errors: { payment_in_flight: 409, ticket_blocked: 409, ticket_reserved: 409, ticket_exited: 410 },
})

export const authoriseExit = endpoint('POST', `${base}/:id/exit`, 'supervisor', {
  levelText: ['Tickets', 'Liberar a saída'],
  summary: 'Lets a car out once though money is due, or closes the ticket of one that has left.',
  params,
  body: z.object({ reason, left: z.optional(z.boolean()) }),
  reply: edited(backOfficeTicket),
  errors: { ticket_exited: 410, ticket_blocked: 409, ticket_reserved: 409 },
})
