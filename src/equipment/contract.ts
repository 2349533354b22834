import { invalidPlateText } from '#vehicle/plate.ts'
import { ticketCode as code } from '#checkout/ticketCode.ts'
import * as z from 'zod/mini'
import { endpoint } from '#kit/endpoint.ts'
import { fieldTexts, printable, requiredText, rowId, text, withoutInvisible } from '#kit/fields.ts'
import { isoInstant } from '#kit/text/isoInstant.ts'
import { lotStats } from '#parking/contract.ts'

const wholeNumber = (least: number, text: string) =>
  z.number({ error: text }).check(z.int(text), z.gte(least, text))
const scannedText = (most: number, text: string) =>
  z.string().check(withoutInvisible, z.trim(), printable, z.minLength(1, text), z.maxLength(most, text))
const carReading = {
  lot_id: wholeNumber(1, fieldTexts.required),
  gate: requiredText(40),
  code: z.nullish(code),
  qr: z.nullish(scannedText(200, 'QR code inválido.')),
  plate: z.nullish(scannedText(12, invalidPlateText)),
}
const instant = isoInstant('Data e hora inválidas (ISO 8601 com fuso).')

/** Gate vendors read fields at the top level; `data` repeats them (decision 6). */
function withDataCopy<const T extends z.ZodMiniType, const Shape extends Record<string, z.ZodMiniType>>(
  fields: { readonly shape: Shape } & T,
) {
  return z.object({ ...fields.shape, data: fields })
}

const deviceCallErrors = { foreign_lot: 403, idempotency_key: 422, idempotency_conflict: 409 } as const

const enteredReservation = z.object({ plate: z.string(), vehicle: z.string(), lot_id: z.number() })

const entry = z.object({
  code: z.string(),
  reservation: z.optional(enteredReservation),
  open: z.boolean(),
})

/** docs/equipment.md#entry. Without `code` one is issued. */
export const registerEntry = endpoint('POST', '/equipment/v1/entries', 'device', {
  summary: 'Registers an entrance and issues the ticket, or enters a reservation.',
  status: 201,
  body: z.object({ ...carReading, entered_at: z.nullish(instant) }),
  reply: withDataCopy(entry),
  errors: { ...deviceCallErrors, ticket_exists: 409, no_reservation: 409, tariff_missing: 409 },
})

export const exitReason = z.enum([
  'paid',
  'free',
  'covered',
  'due',
  'overdue',
  'not_authorised',
  'blocked',
  'exited',
  'other_lot',
  'not_found',
  'ask_ticket',
  'authorised',
])
export type ExitReason = z.output<typeof exitReason>

const exit = z.object({
  open: z.boolean(),
  reason: exitReason,
  message: z.string(),
  code: z.optional(z.string()),
  due: z.optional(z.number()),
  dueHuman: z.optional(z.string()),
  /** The gate opens until then without another payment. */
  deadline: z.optional(z.string()),
})
export type WireExit = z.output<typeof exit>

export const registerExit = endpoint('POST', '/equipment/v1/exits', 'device', {
  summary: 'Asks whether a car may leave; an opened exit closes the ticket. A shut gate answers 200 too.',
  body: z.object({ ...carReading, at: z.nullish(instant) }),
  reply: withDataCopy(exit),
  errors: deviceCallErrors,
})

const machinePayment = z.object({
  code: z.string(),
  /** `overdue` or `due` when the amount was less than the price. */
  state: z.enum(['issued', 'free', 'covered', 'due', 'paid', 'overdue', 'exited', 'blocked']),
  paid: z.boolean(),
  due: z.optional(z.number()),
  dueHuman: z.optional(z.string()),
  deadline: z.optional(z.string()),
})

export const registerPayment = endpoint('POST', '/equipment/v1/payments', 'device', {
  summary: 'Books what was paid at a machine or a cashier, in reais.',
  body: z.object({
    code,
    amount: z.union([z.number(), text()], { error: fieldTexts.required }),
    paid_at: instant,
    method: requiredText(20),
  }),
  reply: withDataCopy(machinePayment),
  errors: { ...deviceCallErrors, ticket_not_found: 404 },
})

const countText = 'Envie um número inteiro, zero ou mais.'
const count = wholeNumber(0, countText).check(z.lte(1_000_000, countText))
/** `applied` false: a newer report is stored. */
const occupancy = z.object({ ...lotStats.shape, applied: z.boolean() })

export const reportOccupancy = endpoint('PUT', '/equipment/v1/lots/:id/occupancy', 'device', {
  summary: 'Sets the occupied spaces of each kind and answers the free ones.',
  params: z.object({ id: rowId }),
  body: z.object({
    normal: count,
    pregnant: count,
    disabilities: count,
    reserves: count,
    elderly: z.optional(count),
    at: instant,
  }),
  reply: withDataCopy(occupancy),
  errors: deviceCallErrors,
})

export const sendHeartbeat = endpoint('POST', '/equipment/v1/heartbeat', 'device', {
  summary: 'Says that the device is alive; from the first one on its silence is reported to staff.',
  status: 204,
  reply: z.undefined(),
})

/** `paid`, `authorised`: may leave until the deadline; `opened`: has left. */
export const eventKind = z.enum(['paid', 'authorised', 'opened'])

const event = z.object({
  id: z.number(),
  kind: eventKind,
  code: z.string(),
  lot_id: z.number(),
  deadline: z.nullable(z.string()),
  at: z.string(),
})

export const readEvents = endpoint('GET', '/equipment/v1/events', 'device', {
  summary: 'Paid tickets and opened exits of the device’s lots after a number, oldest first; 500 at most.',
  query: z.object({ after: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0) }),
  reply: z.object({
    events: z.array(event),
    /** The `after` of the next request. */
    next: z.number(),
    data: z.array(event),
  }),
})
