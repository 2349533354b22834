import * as z from 'zod/mini'
import { data, endpoint } from '#kit/endpoint.ts'
import { rowId, int4RowId, text } from '#kit/fields.ts'
import { transaction } from '#payment/contract.ts'
import { claimedPerson } from '#session/contract.ts'
import { amount, reserveState } from './wireReserve.ts'

export const ownReservation = z.object({
  ticket_code: z.string(),
  lot: z.string(),
  vehicle: z.string(),
  license_plate: z.string(),
  state: reserveState,
  hold: amount,
  arrive_until: z.string(),
  entered_at: z.nullable(z.string()),
  created_at: z.string(),
})
export type OwnReservation = z.output<typeof ownReservation>

const params = z.object({ token: text().check(z.minLength(16), z.maxLength(64)) })

/** Also at the top level (docs/calls.md#reservation). */
export const createReserve = endpoint('POST', '/api/pm_transaction/createReserve', 'customer', {
  summary: 'Reserves a space for a vehicle and keeps it 15 minutes for the payment.',
  status: 201,
  body: z.object({
    personVehicle_id: rowId,
    /** Without it, the first lot with a free reserved space. */
    lot_id: z.nullish(int4RowId),
    person: claimedPerson,
  }),
  reply: z.object({ ws_token: z.string(), ticket_code: z.string(), data: transaction }),
  errors: {
    not_found: 404,
    session_changed: 401,
    reserve_off: 403,
    lot_not_open: 409,
    sold_out: 409,
    already_reserved: 409,
    unpaid_spaces: 409,
    not_configured: 409,
  },
})

export const listReserves = endpoint('GET', '/api/pm_transaction/reserves', 'customer', {
  summary: 'The own reservations, active ones first.',
  reply: data(z.array(transaction)),
})

export const cancelReserve = endpoint('POST', '/api/pm_transaction/:token/reserveCancel', 'customer', {
  summary: 'Cancels before the entrance: captures the retained amount and releases the rest.',
  params,
  reply: data(transaction),
  errors: { payment_in_flight: 409, already_entered: 409, reservation_over: 409 },
})

/** Opened, a difference due, or unconfirmed. */
export const exitOutcome = z.object({
  ok: z.boolean(),
  reason: z.nullable(z.string()),
  needs_reload: z.boolean(),
  ticket_dt_exit: z.nullable(z.string()),
  transaction,
  /** A second payment for what exceeds the hold. */
  surplus_token: z.nullable(z.string()),
  surplus: z.nullable(transaction),
})
export type ExitOutcome = z.output<typeof exitOutcome>

export const confirmReserve = endpoint('POST', '/api/pm_transaction/:token/reserveConfirm', 'customer', {
  summary: 'Authorises the exit: prices the stay, captures once, and opens the gate until a deadline.',
  params,
  reply: data(exitOutcome),
  errors: { not_entered: 409, reservation_over: 409, payment_in_flight: 409 },
})

const line = z.extend(amount, { text: z.string() })

/** `value`: the whole stay; `due`: neither paid nor covered by the hold. */
export const runningValue = z.extend(amount, {
  breakdown: z.array(line),
  state: reserveState,
  hold: amount,
  paid: amount,
  due: amount,
  time: z.string(),
  time_minutes: z.number(),
  entranceDateTime: z.nullable(z.string()),
  t_expires: z.nullable(z.string()),
  ticket_dt_exit: z.nullable(z.string()),
  time_zone: z.string(),
  server_now: z.string(),
})
export type WireRunningValue = z.output<typeof runningValue>

export const getValue = endpoint('GET', '/api/pm_transaction/:token/getValue', 'customer', {
  summary: 'The price of a reservation’s stay so far.',
  params,
  reply: data(runningValue),
})

/** PNG, or SVG where the caller accepts only that. */
export const qrcode = endpoint('GET', '/api/pm_transaction/:token/qrcode', 'bearer', {
  summary: 'The QR code of a reservation for the gate: an opaque signed text, dark on a white quiet zone.',
  params,
  media: ['image/png', 'image/svg+xml'],
  reply: z.unknown(),
  errors: { qrcode_over: 410 },
})
