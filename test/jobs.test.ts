import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { jobNames } from '#alert/texts.ts'
import { jobKinds } from '#app/server/modules.ts'
import { isTest, root, sourcesIn } from './tidy/sources.ts'

/** Nouns that may enqueue or run a job; `kit` only provides the queue. */
const sources = sourcesIn('src').filter(
  (source) => /^src\/(?!kit|app)\w+(\/\w+)?\/server\//.test(source.path) && !isTest(source),
)
const exported = new Map<string, Kind>()
for (const { path } of sources.filter(({ code }) =>
  code.some((line) => /\bpayload\b|\bjob(Kind)?\(/.test(line)),
)) {
  const module: object = await import(/* @vite-ignore */ join(root, path))
  for (const [name, value] of Object.entries(module)) if (isKind(value)) exported.set(name, value)
}
const kinds = [...new Set(exported.values())]
const declared = kinds.filter((kind) => 'run' in kind)

/** Jobs of each kind that the previous release left in the queue. */
const leftBehind: Readonly<Record<string, readonly object[]>> = {
  receipt: [{ paymentId: 1, attemptId: 2 }],
  receipt_copy: [
    { paymentId: 1, attemptId: 2, copy: 'c', userId: null },
    { paymentId: 1, attemptId: 2, copy: 'c', userId: 3 },
  ],
  recovery: [
    { userId: null, invited: false },
    { userId: 1, invited: true },
  ],
  notice: [{ kind: 'password_changed', to: 'a@b.com', name: 'A', key: 'notice-k' }],
  forget_card: [{ acquirer: 'cielo', owner: 'o', text: 't', keyId: 'k' }],
  recheck_soon: [{ attemptId: 1, since: 1_795_000_000_000 }],
  recheck_code: [{ attemptId: 1 }],
  end_open: [{ attemptId: 1 }],
  end_hold: [{ paymentId: 1 }],
  give_back: [{ attemptId: 1 }],
  refund: [{ refundId: 1 }],
  partner_access: [{ partnerId: 1, userId: 2, key: 'k' }],
  partner_invitation: [{ invitationId: 1, key: 'k' }],
  partner_statement: [{ partnerId: 1, month: '2026-11' }],
  remind: [{ reminderId: 1 }],
  refund_mail: [{ attemptId: 1, amountCents: 700, ledgerId: 2 }],
  failed_refund_mail: [{ attemptId: 1, amountCents: 700, ledgerId: 2 }],
  recheck_reversal: [{ attemptId: 1 }],
  detect_duplicates: [{ attemptId: 1 }],
  alert: [{ kind: 'unknown', hour: '2026-11-22T12' }],
  acquirer_doubt: [{ acquirer: 'cielo', why: 'w', hour: '2026-11-22T12' }],
  dispute: [{ saleEventId: 1 }],
  contest_mail: [{ contestId: 1, kind: 'received', at: 1_795_000_000_000 }],
  contest_refund: [{ contestId: 1 }],
  refund_denied: [{ refundId: 1 }],
  alert_mail: [{ kind: 'lot_full', lotId: 1, hour: '2026-11-22T12' }],
  closing_mail: [{ closingId: 1 }, { closingId: 1, request: '1795000000000' }],
  acquirer_unlisted: [{ acquirer: 'cielo', code: '99', hour: '2026-11-22T12' }],
  authentication_blocked: [{ acquirer: 'cielo', host: 'h', directive: 'd', hour: '2026-11-22T12' }],
  plate_twice: [{ lot: 'Centro', codes: ['0000000000001', '0000000000002'], hour: '2026-11-22T12' }],
  reservation_mail: [{ reservationId: 1, from: 'held', to: 'preauthorised' }],
  acquirer_event: [
    { acquirer: 'cielo', reference: 'r', receivedAt: '2026-11-22T12:00:00.000Z' },
    { acquirer: 'cielo', reference: 'r', receivedAt: '2026-11-22T12:00:00.000Z', news: 'chargeback' },
  ],
}

it('every declared job has exactly one module that runs it, and a unique name', () => {
  const names = jobKinds.map(({ name }) => name).toSorted()
  expect(declared.map(({ name }) => name).toSorted()).toEqual(names)
  expect(new Set(names).size).toBe(names.length)
  expect(Object.keys(jobNames).toSorted()).toEqual(names)
})

it('every enqueued job is run, with the payload that it was enqueued with', () => {
  const calls = /\benqueue(?:Again|OneOf)?\(\s*\w+,\s*(.+?),|\benqueuesFound(?:<.*?>)?\(\s*(.+?),/gs
  const written = sources.flatMap(({ code }) =>
    [...code.join('\n').matchAll(calls)].map(([, plain, found]) => plain ?? found ?? ''),
  )
  expect(written.length).toBeGreaterThan(20)
  expect(written.filter((name) => !exported.has(name))).toEqual([])
  const undone = kinds.filter(({ name, payload }) =>
    declared.every((job) => job.name !== name || job.payload !== payload),
  )
  expect(undone.map(({ name }) => name)).toEqual([])
})

it('every job has an example payload of the previous release', () => {
  expect(Object.keys(leftBehind).toSorted()).toEqual(declared.map(({ name }) => name).toSorted())
})

it.each(Object.entries(leftBehind))(
  'a %s payload of the previous release is still valid',
  (name, payloads) => {
    const kind = declared.find((one) => one.name === name)
    expect(payloads.map((payload) => kind && z.safeParse(kind.payload, payload).success)).toEqual(
      payloads.map(() => true),
    )
  },
)

type Kind = { name: string; payload: z.ZodMiniType }

function isKind(value: unknown): value is Kind {
  const parts: Partial<Record<keyof Kind, unknown>> = typeof value === 'object' && value !== null ? value : {}
  return typeof parts.name === 'string' && parts.payload instanceof z.ZodMiniType
}
