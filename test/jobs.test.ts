import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { jobKinds } from '#app/server/nouns.ts'
import { root } from './tidy/sources.ts'

const folders = readdirSync(join(root, 'src')).flatMap((noun) =>
  ['server/jobs', 'server/events'].map((folder) => join(root, 'src', noun, folder)),
)
const modules: Record<string, unknown>[] = []
for (const folder of folders.filter((one) => !one.includes('/kit/'))) {
  for (const file of filesIn(folder)) modules.push(await import(/* @vite-ignore */ join(folder, file)))
}
const declared = modules.flatMap((module) => Object.values(module)).filter(isJob)

/** What the release before left in the queue, of each kind. */
const leftBehind: Readonly<Record<string, readonly object[]>> = {
  receipt: [{ paymentId: 1, attemptId: 2 }],
  receipt_copy: [
    { paymentId: 1, attemptId: 2, copy: 'c', userId: null },
    { paymentId: 1, attemptId: 2, copy: 'c', userId: 3 },
  ],
  recovery: [{ userId: 1 }, { userId: null }, { userId: 1, invited: true }],
  notice: [{ kind: 'password_changed', to: 'a@b.com', name: 'A', key: 'notice-k' }],
  forget_card: [{ owner: 'o', text: 't', keyId: 'k' }],
  end_hold: [{ paymentId: 1 }],
  give_back: [{ attemptId: 1 }],
  refund: [{ refundId: 1 }],
  refund_mail: [{ attemptId: 1, amountCents: 700, ledgerId: 2 }],
  reservation_mail: [{ reservationId: 1, from: 'held', to: 'preauthorised' }],
  acquirer_event: [
    { reference: 'r' },
    { acquirer: 'cielo', reference: 'r', receivedAt: '2026-11-22T12:00:00.000Z' },
  ],
}

it('every job that is declared is done by somebody, under a name of its own', () => {
  const names = jobKinds.map(({ name }) => name).toSorted()
  expect(declared.map(({ name }) => name).toSorted()).toEqual(names)
  expect(new Set(names).size).toBe(names.length)
})

it.each(Object.entries(leftBehind))('a %s of the release before is still understood', (name, payloads) => {
  const kind = declared.find((one) => one.name === name)
  expect(payloads.map((payload) => kind?.payload.safeParse(payload).success)).toEqual(
    payloads.map(() => true),
  )
})

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  } catch {
    return []
  }
}

function isJob(value: unknown): value is { name: string; payload: z.ZodMiniType } {
  return typeof value === 'object' && value !== null && 'lane' in value && 'payload' in value
}
