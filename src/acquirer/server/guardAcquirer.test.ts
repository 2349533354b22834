import { expect, test, vi } from 'vitest'
import type { Acquirer } from '../acquirer.ts'
import { testSale } from '#simulators/cielo/testBed.ts'
import { pixRefundRules } from './pixSales.ts'
import { guardAcquirer } from './guardAcquirer.ts'

const bare = { headers: {}, body: {}, secret: null }
const never = () => new Promise<never>(() => {})
const broken = () => Promise.reject(new TypeError('4000000000000010'))

function acquirerThat(call: () => Promise<never>): Acquirer {
  return {
    name: 'test',
    title: 'Test',
    offers: [],
    refundRules: pixRefundRules,
    orderKey: () => 'k',
    authorise: call,
    capture: call,
    void: call,
    refund: call,
    cancel: call,
    findByOrderKey: call,
    findByReference: call,
    findOrderKey: call,
    findSales: call,
    checkQueries: async () => null,
    forgetCard: async () => 'not_offered',
    hasValidSecret: () => false,
    readNotification: () => ({ references: ['r'] }),
  }
}

function everyCall(acquirer: Acquirer) {
  return [
    acquirer.authorise(testSale()),
    acquirer.capture({ id: 'c', reference: 'r', amountCents: 1 }),
    acquirer.void({ id: 'v', reference: 'r' }),
    acquirer.refund({ id: 'f', reference: 'r', amountCents: 1 }),
    acquirer.cancel('r'),
    acquirer.findByOrderKey('k'),
    acquirer.findByReference('r'),
    acquirer.findOrderKey('r'),
    acquirer.findSales('k'),
  ]
}

test('no call is made inside a transaction', async () => {
  const call = vi.fn(never)
  for (const answer of everyCall(guardAcquirer(acquirerThat(call), () => true, 100))) {
    await expect(answer).rejects.toThrow('inside a database transaction')
  }
  expect(call).not.toHaveBeenCalled()
})

test('an adapter that hangs is unknown after the budget', async () => {
  vi.useFakeTimers()
  const answers = Promise.all(everyCall(guardAcquirer(acquirerThat(never), () => false, 25_000)))
  await vi.advanceTimersByTimeAsync(25_500)
  for (const answer of await answers) expect(answer).toMatchObject({ outcome: 'unknown', reference: null })
  vi.useRealTimers()
})

test('an adapter that throws is unknown, without its message', async () => {
  for (const answer of await Promise.all(everyCall(guardAcquirer(acquirerThat(broken), () => false, 100)))) {
    expect(answer).toMatchObject({ outcome: 'unknown', detail: expect.stringContaining('TypeError') })
    expect(JSON.stringify(answer)).not.toContain('4000000000000010')
  }
})

test('a notification is read without a call', () => {
  expect(guardAcquirer(acquirerThat(never), () => true, 100).readNotification(bare)).toEqual({
    references: ['r'],
  })
})
