import * as z from 'zod/mini'
import { data, endpoint } from '#kit/endpoint.ts'
import { optionalEmail, fieldTexts, printable, withoutInvisible } from '#kit/fields.ts'
import { params } from '#payment/contract.ts'
import { contestReasonNames, contestStateNames } from './states.ts'

/** Trims a text and stores its lines as one. */
export function singleLineText(max: number, min = 1) {
  return z.string({ error: fieldTexts.required }).check(
    z.overwrite((text) => text.replace(/\s+/g, ' ')),
    withoutInvisible,
    z.trim(),
    z.minLength(min, {
      error: min === 1 ? fieldTexts.required : `Escreva ao menos ${min} letras.`,
      abort: true,
    }),
    z.maxLength(max, fieldTexts.tooLong),
    printable,
  )
}

export const contest = z.object({
  protocol: z.string(),
  state: z.enum(contestStateNames),
  reason: z.enum(contestReasonNames),
  answer_by: z.string(),
  answer: z.nullable(z.string()),
  refunded: z.nullable(z.object({ value: z.number(), valueHuman: z.string() })),
  can_reopen: z.boolean(),
})
export type WireContest = z.output<typeof contest>

/** For the copy of a person's data (LGPD art. 18). */
export const userContest = z.object({
  ws_token: z.string(),
  ticket_code: z.string(),
  reason: z.enum(contestReasonNames),
  state: z.enum(contestStateNames),
  opened_at: z.string(),
  text: z.nullable(z.string()),
  reopened_text: z.nullable(z.string()),
  email: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  time_zone: z.string(),
})
export type UserContest = z.output<typeof userContest>

const base = '/api/pm_transaction/:token/contest'

export const readContest = endpoint('GET', base, 'bearer', {
  summary: 'The newest contest of a payment; null without one.',
  params,
  reply: data(z.nullable(contest)),
})

export const openContest = endpoint('POST', base, 'bearer', {
  summary: 'Contests a payment; what the ledger proves is refunded at once, within limits.',
  params,
  body: z.object({
    reason: z.enum(contestReasonNames, { error: 'Escolha um motivo.' }),
    text: z.nullish(z.union([z.literal(''), singleLineText(1000)])),
    email: optionalEmail,
  }),
  status: 201,
  reply: data(contest),
  errors: { contest_open: 409, nothing_taken: 409, contest_over: 410 },
})

export const withdrawContest = endpoint('POST', `${base}/withdraw`, 'bearer', {
  summary: 'Withdraws an open contest.',
  params,
  reply: data(contest),
  errors: { contest_state: 409 },
})

export const reopenContest = endpoint('POST', `${base}/reopen`, 'bearer', {
  summary: 'Reopens a declined contest, once, within 7 days of the answer.',
  params,
  body: z.object({ text: singleLineText(1000) }),
  reply: data(contest),
  errors: { contest_state: 409 },
})
