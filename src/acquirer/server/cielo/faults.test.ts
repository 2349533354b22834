import { describe, expect, test } from 'vitest'
import { defaultDelays } from '#simulators/cielo/delays.ts'
import type { Fault } from '#simulators/cielo/faults.ts'
import { openTestBed, testSale, stoppedClock } from '#simulators/cielo/testBed.ts'

type TestBed = Awaited<ReturnType<typeof openTestBed>>

const committed: Fault[] = ['hang', 'slow', 'drop_after_commit', 'html', 'empty', 'status0']
const lost: Fault[] = ['drop_before_commit', 'status_500']

/** Only faults that make the adapter wait have a short budget. */
async function underFault(fault: Fault, work: (testBed: TestBed) => Promise<void>): Promise<void> {
  const waits = fault === 'hang' || fault === 'slow'
  const delays = { ...defaultDelays, slowMs: 12_000 }
  const testBed = await openTestBed({ skipsWaits: true, delays }, { timeoutMs: waits ? 6_000 : 20_000 })
  try {
    await work(testBed)
  } finally {
    await testBed.close()
  }
}

describe.concurrent('a sale', () => {
  test.each(committed)('%s: unknown, then found with its amount', (fault) =>
    underFault(fault, async ({ acquirer, fault: inject }) => {
      const sale = testSale()
      await inject(fault)
      expect(await acquirer.authorise(sale)).toMatchObject({ outcome: 'unknown' })
      expect(await acquirer.findByOrderKey(sale.orderKey)).toMatchObject({
        outcome: 'approved',
        capturedCents: 1250,
      })
    }),
  )

  test.each(lost)('%s: unknown, then not found', (fault) =>
    underFault(fault, async ({ acquirer, fault: inject }) => {
      const sale = testSale()
      await inject(fault)
      expect(await acquirer.authorise(sale)).toMatchObject({ outcome: 'unknown' })
      expect(await acquirer.findByOrderKey(sale.orderKey)).toEqual({ outcome: 'not_found' })
    }),
  )

  test('query_404: a 404 page does not count as an answer', () =>
    underFault('query_404', async ({ acquirer, fault }) => {
      const sale = testSale()
      const sold = await acquirer.authorise(sale)
      await fault('query_404', 3)
      expect(await acquirer.findByOrderKey(sale.orderKey)).toMatchObject({ outcome: 'unknown' })
      expect(await acquirer.findSales(sale.orderKey)).toMatchObject({ outcome: 'unknown' })
      if (sold.outcome !== 'approved') throw new Error('not sold')
      expect(await acquirer.findOrderKey(sold.reference)).toMatchObject({ outcome: 'unknown' })
      const { orderKey } = sale
      expect(await acquirer.findOrderKey(sold.reference)).toEqual({ outcome: 'found', orderKey })
    }))

  test('sale_twice: both sales of the order are returned', () =>
    underFault('sale_twice', async ({ acquirer, fault }) => {
      const sale = testSale()
      expect(await acquirer.findSales(sale.orderKey)).toEqual({ outcome: 'not_found' })
      await fault('sale_twice')
      const sold = await acquirer.authorise(sale)
      if (sold.outcome !== 'approved') throw new Error('not sold')
      const under = await acquirer.findSales(sale.orderKey)
      if (under.outcome !== 'found') throw new Error('not found')
      expect(under.references).toContain(sold.reference)
      expect(new Set(under.references)).toHaveLength(2)
    }))

  test('query_untold: no second partial refund is sent while the sale does not show the first', () =>
    underFault('query_untold', async ({ acquirer, fault }) => {
      const sold = await acquirer.authorise(testSale())
      if (sold.outcome !== 'approved') throw new Error('not sold')
      const { reference } = sold
      const part = { id: 'R1', reference, amountCents: 300 }
      expect(await acquirer.refund(part)).toMatchObject({ outcome: 'approved', voidedCents: 300 })
      await fault('query_untold')
      expect(await acquirer.refund({ ...part, id: 'R2', refundedCents: 300 })).toMatchObject({
        outcome: 'later',
      })
      expect(await acquirer.findByReference(reference)).toMatchObject({ voidedCents: 300 })
    }))

  test('void_untold: a partial refund with a lost answer is not repeated; a full one, which the status shows, is', () =>
    underFault('void_untold', async ({ acquirer, fault, control }) => {
      const sold = await acquirer.authorise(testSale())
      if (sold.outcome !== 'approved') throw new Error('not sold')
      const { reference } = sold
      await fault('void_untold')
      const part = { id: 'R1', reference, amountCents: 300 }
      expect(await acquirer.refund(part)).toMatchObject({ outcome: 'unknown' })
      expect(await acquirer.findByReference(reference)).toMatchObject({
        voidedCents: 0,
        isVoidAmountMissing: true,
      })
      expect(await acquirer.refund({ ...part, isRepeat: true })).toMatchObject({ outcome: 'later' })
      const kept = await (await control('GET', '/_sim/ledger')).json()
      expect(kept).toMatchObject({ sales: [{ captured: 1250, voided: 300 }] })
      expect(await acquirer.refund({ ...part, amountCents: 1250, isRepeat: true })).toMatchObject({
        outcome: 'approved',
        voidedCents: 1250,
      })
    }))

  test('query_405: the query counts as unanswered; query_none: not found, although the sale was made', () =>
    underFault('query_405', async ({ acquirer, fault }) => {
      const sale = testSale()
      await acquirer.authorise(sale)
      await fault('query_405')
      expect(await acquirer.findByOrderKey(sale.orderKey)).toMatchObject({ outcome: 'unknown' })
      await fault('query_none')
      expect(await acquirer.findByOrderKey(sale.orderKey)).toEqual({ outcome: 'not_found' })
      expect(await acquirer.findByOrderKey(sale.orderKey)).toMatchObject({ outcome: 'approved' })
    }))

  test('late_sale of a partial refund: it adds to refunds made meanwhile', async () => {
    const clock = stoppedClock('2026-03-10T15:00:00.000Z')
    const { acquirer, fault, close } = await openTestBed({ clock, skipsWaits: true })
    const sold = await acquirer.authorise(testSale())
    if (sold.outcome !== 'approved') throw new Error('not sold')
    const { reference } = sold
    await fault('late_sale')
    await acquirer.refund({ id: 'R1', reference, amountCents: 200 })
    await acquirer.refund({ id: 'R2', reference, amountCents: 300 })
    clock.set('2026-03-10T15:02:30.000Z')
    expect(await acquirer.findByReference(reference)).toMatchObject({ voidedCents: 500 })
    await fault('late_sale')
    await acquirer.refund({ id: 'R3', reference, amountCents: 300 })
    await acquirer.void({ id: 'V1', reference })
    clock.set('2026-03-10T15:05:00.000Z')
    expect(await acquirer.findByReference(reference)).toMatchObject({ voidedCents: 1250 })
    await close()
  })

  test('query_lag: a sale is not found for a while', async () => {
    const clock = stoppedClock('2026-03-10T15:00:00.000Z')
    const { acquirer, fault, close } = await openTestBed({ clock })
    const sale = testSale()
    await fault('query_lag')
    expect(await acquirer.authorise(sale)).toMatchObject({ outcome: 'approved' })
    expect(await acquirer.findByOrderKey(sale.orderKey)).toEqual({ outcome: 'not_found' })
    clock.set('2026-03-10T15:01:00.000Z')
    expect(await acquirer.findByOrderKey(sale.orderKey)).toMatchObject({
      outcome: 'approved',
      capturedCents: 1250,
    })
    await close()
  })

  test('query_lag: an acknowledged change is done although the query does not show it', async () => {
    const { acquirer, fault, close } = await openTestBed({ clock: stoppedClock('2026-03-10T15:00:00.000Z') })
    const sold = await acquirer.authorise(testSale({ capture: false }))
    if (sold.outcome !== 'approved') throw new Error('not held')
    const { reference } = sold
    await fault('query_lag', 3)
    const taken = await acquirer.capture({ id: 'C1', reference, amountCents: 1000 })
    expect(taken).toMatchObject({ outcome: 'approved', capturedCents: 1000, voidedCents: 0 })
    await close()
  })

  test('query_lag: an acknowledged partial refund is done', async () => {
    const clock = stoppedClock('2026-03-10T15:00:00.000Z')
    const { acquirer, fault, close } = await openTestBed({ clock, skipsWaits: true })
    const sold = await acquirer.authorise(testSale())
    if (sold.outcome !== 'approved') throw new Error('not sold')
    const { reference } = sold
    await fault('query_lag')
    const part = await acquirer.refund({ id: 'R1', reference, amountCents: 200 })
    expect(part).toMatchObject({ outcome: 'approved', capturedCents: 1250, voidedCents: 200 })
    await fault('query_lag')
    expect(await acquirer.void({ id: 'V1', reference, refundedCents: 200 })).toMatchObject({
      voidedCents: 1250,
    })
    await close()
  })

  test('late_sale: not found until it has arrived', async () => {
    const clock = stoppedClock('2026-03-10T15:00:00.000Z')
    const { acquirer, fault, close } = await openTestBed({ clock })
    const sale = testSale()
    await fault('late_sale')
    expect(await acquirer.authorise(sale)).toMatchObject({ outcome: 'unknown' })
    expect(await acquirer.findByOrderKey(sale.orderKey)).toEqual({ outcome: 'not_found' })
    clock.set('2026-03-10T15:02:30.000Z')
    expect(await acquirer.findByOrderKey(sale.orderKey)).toMatchObject({
      outcome: 'approved',
      capturedCents: 1250,
    })
    await close()
  })

  test('debit with its answer lost: the open bank page is found', () =>
    underFault('drop_after_commit', async ({ acquirer, fault }) => {
      const sale = testSale({ kind: 'debit' })
      await fault('bank_page')
      await fault('drop_after_commit')
      expect(await acquirer.authorise(sale)).toMatchObject({ outcome: 'unknown' })
      expect(await acquirer.findByOrderKey(sale.orderKey)).toMatchObject({ outcome: 'pending' })
    }))

  test('an unreachable acquirer: every outcome is unknown', async () => {
    const { acquirer, close } = await openTestBed()
    await close()
    expect(await acquirer.authorise(testSale())).toMatchObject({ outcome: 'unknown', reference: null })
    expect(await acquirer.findByOrderKey('ANY')).toMatchObject({ outcome: 'unknown' })
    expect(await acquirer.findByReference('any')).toMatchObject({ outcome: 'unknown', reference: 'any' })
    expect(await acquirer.capture({ id: 'C1', reference: 'any', amountCents: 1 })).toMatchObject({
      outcome: 'unknown',
      reference: 'any',
    })
    expect(await acquirer.void({ id: 'V1', reference: 'any' })).toMatchObject({ outcome: 'unknown' })
    expect(await acquirer.refund({ id: 'R1', reference: 'any', amountCents: 1 })).toMatchObject({
      outcome: 'later',
    })
  })
})

const calls = {
  capture: ({ acquirer }: TestBed, reference: string) =>
    acquirer.capture({ id: 'C1', reference, amountCents: 500 }),
  void: ({ acquirer }: TestBed, reference: string) => acquirer.void({ id: 'V1', reference }),
  refund: ({ acquirer }: TestBed, reference: string) =>
    acquirer.refund({ id: 'R1', reference, amountCents: 500 }),
} as const
const done = {
  capture: { outcome: 'approved', capturedCents: 500 },
  void: { outcome: 'approved', voidedCents: 1250 },
  refund: { outcome: 'approved', voidedCents: 500 },
} as const
const names = ['capture', 'void', 'refund'] as const

async function fresh(testBed: TestBed, call: (typeof names)[number]): Promise<string> {
  const outcome = await testBed.acquirer.authorise(testSale({ capture: call === 'refund' }))
  if (outcome.outcome !== 'approved') throw new Error(JSON.stringify(outcome))
  return outcome.reference
}

describe.concurrent.each(names)('%s', (call) => {
  test.each(committed)('%s: done, as the sale shows', (fault) =>
    underFault(fault, async (testBed) => {
      const reference = await fresh(testBed, call)
      await testBed.fault(fault)
      expect(await calls[call](testBed, reference)).toMatchObject(done[call])
    }),
  )

  test.each(lost)('%s: unknown, nothing done; the next one succeeds', (fault) =>
    underFault(fault, async (testBed) => {
      const reference = await fresh(testBed, call)
      await testBed.fault(fault)
      expect(await calls[call](testBed, reference)).toMatchObject({ outcome: 'unknown', reference })
      expect(await testBed.acquirer.findByReference(reference)).toMatchObject({ voidedCents: 0 })
      expect(await calls[call](testBed, reference)).toMatchObject(done[call])
    }),
  )
})
