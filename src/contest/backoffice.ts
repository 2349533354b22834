import { evidence as disputeEvidence } from '#dispute/backoffice.ts'
import * as z from 'zod/mini'
import { edited, endpoint, page } from '#kit/endpoint.ts'
import { paymentReferenceFields } from '#review/backoffice.ts'
import { historyEntry, money, reaisOrText, searchQuery } from '#staff/fields.ts'
import { idParams } from '#staff/formFields.ts'
import { singleLineText } from './contract.ts'
import { contestReasonNames, contestStateNames } from './states.ts'

const row = {
  id: z.number(),
  ...paymentReferenceFields,
  reason: z.enum(contestReasonNames),
  state: z.enum(contestStateNames),
  opened_at: z.string(),
  answer_by: z.string(),
  /** A started day counts as a whole one; null unless the contest is open. */
  days_left: z.nullable(z.number()),
  answered_at: z.nullable(z.string()),
  refunded: z.nullable(money),
}
const contestRow = z.object(row)
export type WireContestRow = z.output<typeof contestRow>

const evidence = z.object({
  ledger: disputeEvidence.shape.ledger,
  refunds: z.array(z.object({ amount: money, reason: z.string(), state: z.string(), at: z.string() })),
  price: z.object({
    lines: z.array(z.object({ text: z.string(), amount: money })),
    total: money,
    /** Due at pricing, as known now; null without a stay. */
    due: z.nullable(money),
  }),
  stay: disputeEvidence.shape.stay,
  /** Of shops, in the order in which they were given; what each was granted, null until it was fixed. */
  validations: z.array(z.object({ text: z.string(), at: z.string(), granted: z.nullable(money) })),
  /** Answers of gates for this ticket, oldest first. */
  gate: z.array(z.object({ gate: z.string(), at: z.string(), text: z.string(), due: z.nullable(money) })),
})

const contest = z.object({
  ...row,
  text: z.nullable(z.string()),
  reopened_text: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  rule: z.nullable(z.string()),
  extra_paid: z.nullable(money),
  /** Captured and not refunded. */
  kept: money,
  evidence,
  history: z.array(historyEntry),
  /** A chargeback is open: the bank may refund, too. */
  is_disputed: z.boolean(),
  can_answer: z.boolean(),
})
export type WireBackOfficeContest = z.output<typeof contest>

const base = '/api/staff/contests'

export const listContests = endpoint('GET', base, 'supervisor', {
  levelText: ['Contestações, reclamações e avisos', 'Ver reclamações de clientes'],
  summary: 'Contests of drivers, by ticket or protocol; the oldest first.',
  query: searchQuery(contestStateNames),
  reply: page(contestRow),
})

export const openBackOfficeContest = endpoint('GET', `${base}/:id/edit`, 'supervisor', {
  levelText: ['Contestações, reclamações e avisos', 'Abrir uma reclamação'],
  summary: 'A contest beside what the portal knows of the payment and the stay.',
  params: idParams,
  reply: edited(contest),
})

export const answerContest = endpoint('POST', `${base}/:id/answer`, 'manager', {
  levelText: ['Contestações, reclamações e avisos', 'Responder a uma reclamação'],
  summary: 'Accepts a contest and requests its refund, or declines it with words for the driver.',
  params: idParams,
  body: z.discriminatedUnion(
    'decision',
    [
      z.object({
        decision: z.literal('accepted'),
        /** Reais; without any the contest ends. */
        value: z.nullish(reaisOrText),
        /** Reais paid to the driver otherwise. */
        extra_paid: z.nullish(reaisOrText),
        answer: singleLineText(1000),
      }),
      z.object({ decision: z.literal('declined'), answer: singleLineText(1000, 20) }),
    ],
    { error: 'Escolha uma decisão.' },
  ),
  reply: edited(contest),
  errors: { contest_state: 409, refund_in_flight: 409, not_refundable: 409 },
})
