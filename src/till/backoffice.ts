import * as z from 'zod/mini'
import { data, edited, endpoint, page } from '#kit/endpoint.ts'
import { int4RowId } from '#kit/fields.ts'
import { ticketCode } from '#checkout/ticketCode.ts'
import { money, reason, searchQuery } from '#staff/fields.ts'
import { idParams, wholeCents } from '#staff/formFields.ts'
import { ticket } from '#ticket/contract.ts'
import { movementKindNames, takeMethodNames, tillStateNames } from './states.ts'

/** Instants are of the lot's time zone, those of a take of its ticket's. */
const row = {
  id: z.number(),
  /** From 1 by lot: 'Caixa nº 12'. */
  number: z.number(),
  lot_id: z.number(),
  lot: z.string(),
  time_zone: z.string(),
  /** The name of the person who opened it. */
  person: z.string(),
  is_own: z.boolean(),
  state: z.enum(tillStateNames),
  opened_at: z.string(),
  closed_at: z.nullable(z.string()),
  float: money,
  /** Cash; null while open, and of a blind till. */
  expected: z.nullable(money),
  counted: z.nullable(money),
  /** Counted less expected: below zero 'Falta', above 'Sobra'. */
  difference: z.nullable(money),
  needs_reason: z.boolean(),
  difference_reason: z.nullable(z.string()),
}
const tillRow = z.object(row)
export type WireTillRow = z.output<typeof tillRow>

const take = z.object({
  id: z.number(),
  /** '1-2026-000123' */
  receipt: z.string(),
  at: z.string(),
  time_zone: z.string(),
  ticket: z.string(),
  method: z.enum(takeMethodNames),
  amount: money,
  received: z.nullable(money),
  change: z.nullable(money),
  /** 'Sair até'; null for a car that had left owing. */
  exit_until: z.nullable(z.string()),
  /** It paid what a car that left still owed. */
  after_exit: z.boolean(),
  undone: z.nullable(
    z.object({
      at: z.string(),
      who: z.string(),
      reason: z.string(),
      /** Whether the car has left; null once the ticket is deleted. */
      car_left: z.nullable(z.boolean()),
    }),
  ),
})
export type WireTake = z.output<typeof take>

const movement = z.object({
  id: z.number(),
  kind: z.enum(movementKindNames),
  amount: money,
  reason: z.string(),
  at: z.string(),
})
export type WireTillMovement = z.output<typeof movement>

const count = z.object({ count: z.number(), amount: money })

const till = z.object({
  ...row,
  /** Expected cash and sums are hidden until the till is closed. */
  blind: z.boolean(),
  closed_by: z.nullable(z.string()),
  close_reason: z.nullable(z.string()),
  operator: z.object({ name: z.string(), cnpj: z.string() }),
  /** Newest first; an undone take is one row, with `undone`. */
  takes: z.array(take),
  movements: z.array(movement),
  /** Takes less undone ones, and movements; null while a blind till is open. */
  sums: z.nullable(
    z.object({ cash: count, card_machine: count, undone: count, deposit: count, withdrawal: count }),
  ),
  /** `close` of another person's till needs a reason. */
  can: z.object({
    take: z.boolean(),
    move: z.boolean(),
    undo: z.boolean(),
    close: z.boolean(),
    explain: z.boolean(),
  }),
})
export type WireTill = z.output<typeof till>

/** What is printed on 80 mm; instants in `time_zone`. */
const slip = z.object({
  operator: z.object({ name: z.string(), cnpj: z.string() }),
  lot: z.string(),
  /** Code 128 as SVG. */
  barcode: z.string(),
  plate: z.nullable(z.string()),
  entered_at: z.string(),
  person: z.string(),
  till_number: z.number(),
})

const taken = z.object({ ...take.shape, slip })
export type WireTaken = z.output<typeof taken>

const refusalNames = ['ticket_reserved', 'payment_in_flight', 'already_paid', 'nothing_due'] as const

const takePreview = z.object({
  /** As a take sees it: undone takes count no more. Of a replaced number its replacement, whose code it has. */
  ticket,
  plate: z.nullable(z.string()),
  lot_id: z.number(),
  /** What a take takes now; null with `refusal`. */
  amount: z.nullable(money),
  /** The car left owing, and `amount` is what it still owes. */
  after_exit: z.boolean(),
  refusal: z.nullable(z.object({ code: z.enum(refusalNames), text: z.string() })),
  /** The caller's open till of the ticket's lot; a take needs one. */
  till: z.nullable(z.object({ id: z.number(), number: z.number() })),
})
export type WireTakePreview = z.output<typeof takePreview>

const base = '/api/staff/tills'
const area = 'Caixa'

/** Reais from `min` to `max`. */
const reaisBetween = (min: number, max: number) =>
  z
    .number({ error: 'Informe um valor.' })
    .check(
      z.gte(min, min === 0 ? 'O valor não pode ser negativo.' : 'Informe um valor acima de zero.'),
      z.lte(max, 'O valor é alto demais.'),
      wholeCents,
    )

export const listTills = endpoint('GET', base, 'supervisor', {
  levelText: [area, 'Ver os próprios caixas; do gerente em diante, todos'],
  summary: 'Tills by number, the newest first; a supervisor sees their own.',
  query: searchQuery(tillStateNames),
  reply: page(tillRow),
})

export const readOwnTills = endpoint('GET', `${base}/own`, 'supervisor', {
  levelText: [area, 'Ver o próprio caixa aberto'],
  summary: 'The caller’s open tills, and the lots in which they have none.',
  reply: data(
    z.object({
      open: z.array(tillRow),
      lots: z.array(z.object({ id: z.number(), name: z.string() })),
    }),
  ),
})

export const readTill = endpoint('GET', `${base}/:id/edit`, 'supervisor', {
  levelText: [area, 'Abrir a página de um caixa'],
  summary: 'A till with its takes and movements, and what was expected once it is closed.',
  params: idParams,
  reply: edited(till),
})

export const openTill = endpoint('POST', base, 'supervisor', {
  levelText: [area, 'Abrir um caixa'],
  summary: 'Opens the caller’s till in a lot with the cash that lies in it, in reais.',
  status: 201,
  body: z.object({ lot_id: int4RowId, float: reaisBetween(0, 5000) }),
  reply: edited(till),
  errors: { till_already_open: 409 },
})

export const previewTake = endpoint('GET', '/api/staff/tickets/:id/take', 'supervisor', {
  levelText: [area, 'Ver quanto um ticket paga'],
  summary: 'What a till takes for a ticket now, also of a car that left owing.',
  params: z.object({ id: ticketCode }),
  reply: data(takePreview),
})

const takeConflicts = {
  no_till: 409,
  price_changed: 409,
  already_paid: 409,
  payment_in_flight: 409,
  ticket_reserved: 409,
  nothing_due: 409,
} as const

/** Needs the header `Idempotency-Key`. */
const keyErrors = { idempotency_key: 422, idempotency_conflict: 409 } as const

/** A conflict has a `takePreview` as its data. */
export const takePayment = endpoint('POST', '/api/staff/tickets/:id/take', 'supervisor', {
  levelText: [area, 'Receber no balcão'],
  summary: 'Takes the whole amount that is due, in reais; said twice, the first answer.',
  status: 201,
  params: z.object({ id: ticketCode }),
  body: z.object({
    method: z.enum(takeMethodNames, 'Escolha a forma de pagamento.'),
    value: reaisBetween(0.01, 1_000_000),
    /** Cash that was handed over; the change is what is above `value`. */
    received: z.nullish(reaisBetween(0, 1_001_000)),
  }),
  reply: data(taken),
  errors: { ...takeConflicts, ...keyErrors },
})

export const undoTake = endpoint('POST', '/api/staff/till_takes/:id/undo', 'supervisor', {
  levelText: [area, 'Desfazer um recebimento'],
  summary: 'Undoes the last take of a ticket whose car is where it was then; the price comes back.',
  params: idParams,
  body: z.object({ reason }),
  reply: data(take),
  errors: { take_final: 409 },
})

export const moveTill = endpoint('POST', `${base}/:id/movements`, 'supervisor', {
  levelText: [area, 'Registrar sangria ou suprimento'],
  summary: 'Takes cash out of the caller’s till or puts it in; said twice, the first answer.',
  status: 201,
  params: idParams,
  body: z.object({
    kind: z.enum(movementKindNames, 'Escolha sangria ou suprimento.'),
    value: reaisBetween(0.01, 50_000),
    reason,
  }),
  reply: data(movement),
  /** `till_short` has `{short: money}` as its data where the caller may know it. */
  errors: { till_closed: 409, till_short: 409, ...keyErrors },
})

export const closeTill = endpoint('POST', `${base}/:id/close`, 'supervisor', {
  levelText: [area, 'Fechar o caixa; o de outra pessoa, do gerente em diante'],
  summary: 'Closes a till with the cash that was counted, which is fixed by the first call.',
  params: idParams,
  body: z.object({
    counted: reaisBetween(0, 1_000_000),
    /** Required of another person than the one who opened it. */
    reason: z.nullish(reason),
  }),
  reply: edited(till),
  errors: { till_closed: 409 },
})

export const explainTill = endpoint('POST', `${base}/:id/reason`, 'supervisor', {
  levelText: [area, 'Dizer o motivo de uma diferença'],
  summary: 'Says why a closed till differs.',
  params: idParams,
  body: z.object({ reason }),
  reply: edited(till),
})
