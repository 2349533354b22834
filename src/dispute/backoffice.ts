import * as z from 'zod/mini'
import { edited, endpoint, page } from '#kit/endpoint.ts'
import { historyEntry, money, reason, searchQuery } from '#staff/fields.ts'
import { idParams } from '#staff/formFields.ts'
import { receipt } from '#receipt/contract.ts'
import { paymentReferenceFields, saleFields } from '#review/backoffice.ts'
import { disputeKindNames, disputeStateNames, settableStates } from './states.ts'

const row = {
  id: z.number(),
  ...paymentReferenceFields,
  kind: z.enum(disputeKindNames),
  state: z.enum(disputeStateNames),
  amount: money,
  told_at: z.string(),
  /** Null where none is known, as for Pix. */
  deadline_at: z.nullable(z.string()),
}
const disputeRow = z.object(row)
export type WireDisputeRow = z.output<typeof disputeRow>

/** Evidence has no card number and no address. */
export const evidence = z.object({
  text: z.string(),
  receipt: z.nullable(receipt),
  stay: z.nullable(
    z.object({
      entered_at: z.string(),
      gate: z.string(),
      exited_at: z.nullable(z.string()),
      exit_gate: z.nullable(z.string()),
      plate: z.nullable(z.string()),
      tariff: z.string(),
    }),
  ),
  /** The CPF is masked below manager. */
  payer: z.nullable(
    z.object({
      name: z.string(),
      tax_id: z.string(),
      email: z.nullable(z.string()),
      phone: z.nullable(z.string()),
    }),
  ),
  terms: z.nullable(z.object({ version: z.string(), agreed_at: z.nullable(z.string()) })),
  sale: z.nullable(z.object({ card: z.nullable(z.string()), ...saleFields })),
  ledger: z.array(z.object({ kind: z.enum(['capture', 'refund']), amount: money, at: z.string() })),
  refunds: z.array(z.object({ amount: money, reason: z.string(), at: z.string() })),
  mails: z.array(z.object({ subject: z.string(), at: z.string() })),
})
export type WireEvidence = z.output<typeof evidence>

const dispute = z.object({
  ...row,
  number: z.nullable(z.string()),
  text: z.nullable(z.string()),
  eci: z.nullable(z.string()),
  acquirer: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  evidence,
  history: z.array(historyEntry),
  can: z.array(z.enum(settableStates)),
})
export type WireDispute = z.output<typeof dispute>

const base = '/api/staff/disputes'

export const listDisputes = endpoint('GET', base, 'supervisor', {
  levelText: ['Contestações, reclamações e avisos', 'Ver contestações'],
  summary: 'Disputes, by ticket, protocol or number at the acquirer; the newest first.',
  query: searchQuery(disputeStateNames),
  reply: page(disputeRow),
})

export const openDispute = endpoint('GET', `${base}/:id/edit`, 'supervisor', {
  levelText: ['Contestações, reclamações e avisos', 'Abrir uma contestação'],
  summary: 'A dispute with the evidence that the portal has.',
  params: idParams,
  reply: edited(dispute),
})

export const moveDispute = endpoint('POST', `${base}/:id/state`, 'manager', {
  levelText: ['Contestações, reclamações e avisos', 'Dizer o que foi feito dela'],
  summary: 'Says what became of a dispute; its review case closes when it ends.',
  params: idParams,
  body: z.object({ state: z.enum(settableStates, { error: 'Escolha uma situação.' }), reason }),
  reply: edited(dispute),
  errors: { dispute_state: 409 },
})
