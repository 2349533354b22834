import * as z from 'zod/mini'
import { data, edited, endpoint, page } from '#kit/endpoint.ts'
import { listQuery, rowId, int4RowId } from '#kit/fields.ts'
import { day, money, queryFilter, reason } from '#staff/fields.ts'
import { idParams, wholeCents } from '#staff/formFields.ts'
import { sectionNames } from './sections.ts'

/** Reais; docs/back-office.md#fechamentos says what each sums. */
const totals = z.object({
  gross: z.number(),
  refunded: z.number(),
  net: z.number(),
  machine: z.number(),
  till: z.number(),
  late: z.number(),
  adjusted: z.number(),
  total: z.number(),
  waived: z.number(),
  validated: z.number(),
  fee_estimate: z.nullable(z.number()),
  payments: z.number(),
})
export type WireTotals = z.output<typeof totals>

const closingRow = z.object({
  id: z.number(),
  lot_id: z.number(),
  lot: z.string(),
  number: z.number(),
  day: z.string(),
  made_at: z.string(),
  digest: z.string(),
  totals,
})
export type WireClosingRow = z.output<typeof closingRow>

const line = z.object({
  section: z.enum(sectionNames),
  method: z.nullable(z.string()),
  brand: z.nullable(z.string()),
  acquirer: z.nullable(z.string()),
  of_day: z.nullable(z.string()),
  count: z.number(),
  ...money.shape,
})
export type WireClosingLine = z.output<typeof line>

/** A preview has neither id, number nor digest. */
const closing = z.object({
  ...closingRow.shape,
  id: z.nullable(z.number()),
  number: z.nullable(z.number()),
  made_at: z.nullable(z.string()),
  digest: z.nullable(z.string()),
  /** 64 zeros for number 1. */
  previous_digest: z.nullable(z.string()),
  time_zone: z.string(),
  /** The lot had a till once; else a sum of 0 of the counter is not shown. */
  has_till: z.boolean(),
  operator: z.object({ name: z.string(), cnpj: z.string() }),
  lines: z.array(line),
  cars: z.object({ entered: z.number(), left: z.number(), inside: z.number() }),
  open: z.object({ unknown: z.number(), review: z.number(), value: z.number() }),
  /** The last ids that are counted. */
  upto: z.object({ ledger: z.number(), segment: z.number(), take: z.number() }),
  adjustments: z.array(z.object({ of_day: z.string(), ...money.shape, reason: z.string(), who: z.string() })),
  /** Each mail that was accepted, oldest first; not printed. */
  mails: z.array(z.object({ to: z.string(), at: z.string() })),
  can: z.object({ mail: z.boolean(), adjust: z.boolean() }),
})
export type WireClosing = z.output<typeof closing>

const base = '/api/staff/closings'

export const listClosings = endpoint('GET', base, 'supervisor', {
  levelText: ['Fechamentos', 'Ver a lista'],
  summary: 'The daily closings, newest day first.',
  query: z.extend(listQuery, {
    lot_id: queryFilter(int4RowId),
    from: queryFilter(day),
    until: queryFilter(day),
  }),
  reply: page(closingRow),
})

export const openClosing = endpoint('GET', `${base}/:id/edit`, 'supervisor', {
  levelText: ['Fechamentos', 'Abrir um fechamento'],
  summary: 'A daily closing with its lines, adjustments and digest.',
  params: z.object({ id: rowId }),
  reply: edited(closing),
})

export const previewClosing = endpoint('GET', `${base}/preview`, 'supervisor', {
  levelText: ['Fechamentos', 'Ver a parcial do dia'],
  summary: 'The open day of a lot so far, as its closing would count it now.',
  query: z.object({ lot_id: int4RowId }),
  reply: data(closing),
})

export const sumClosings = endpoint('GET', `${base}/period`, 'supervisor', {
  levelText: ['Fechamentos', 'Ver somas por mês e ano'],
  summary: 'Sums of closed days by month or year, with the days that are not closed.',
  query: z.object({ unit: z.enum(['month', 'year']), from: day, to: day, lot_id: queryFilter(int4RowId) }),
  reply: data(
    z.object({
      rows: z.array(
        z.object({
          /** '2026-11' or '2026'. */
          period: z.string(),
          closings: z.number(),
          totals,
          missing_days: z.array(z.string()),
          /** Reais; null where no statement says a fee. */
          statement_fees: z.nullable(z.number()),
        }),
      ),
      totals,
      missing_days: z.array(z.string()),
    }),
  ),
})

const signedReais = z.number({ error: 'Informe um valor.' }).check(
  z.gte(-100_000, 'O valor é baixo demais.'),
  z.lte(100_000, 'O valor é alto demais.'),
  z.refine((value) => value !== 0, 'O valor não pode ser zero.'),
  wholeCents,
)

export const adjustClosing = endpoint('POST', `${base}/adjustments`, 'manager', {
  levelText: ['Fechamentos', 'Corrigir um dia fechado'],
  summary: 'Corrects a closed day by a signed amount in the next closing of its lot; no ledger row changes.',
  status: 201,
  body: z.object({ lot_id: int4RowId, of_day: day, value: signedReais, reason }),
  reply: data(z.object({ id: z.number() })),
  errors: { day_open: 409 },
})

export const mailClosing = endpoint('POST', `${base}/:id/mail`, 'manager', {
  levelText: ['Fechamentos', 'Enviar de novo por e-mail'],
  summary: 'Mails a closing again to the recipients of its lot; 5 an hour.',
  params: idParams,
  reply: data(z.object({ message: z.string() })),
  errors: { no_recipient: 409, too_many_mails: 429 },
})
