import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Acquirer, AuthoriseRequest, Pending } from '#acquirer/acquirer.ts'
import { isValidBrCode } from '#acquirer/brCode.ts'

/** An adapter with Pix and its bank. */
type PixBank = {
  readonly acquirer: Acquirer
  readonly sale: (change?: Partial<AuthoriseRequest>) => AuthoriseRequest
  /** Pays the charge; `cents`: another amount. */
  readonly pay: (reference: string, amountCents?: number) => Promise<unknown>
  readonly fault: (fault: (typeof lost)[number]) => Promise<unknown>
  /** What the bank has captured and refunded. */
  readonly books: (reference: string) => Promise<{ takenCents: number; refundedCents: number }>
  /** Completes pending refunds at this bank. */
  readonly pass: () => void
  readonly close: () => Promise<void>
}

/** Faults of a call's answer; with the first the call has no effect. */
const lost = ['drop_before_commit', 'drop_after_commit', 'hang', 'status_500'] as const
const isDone = { drop_before_commit: false, drop_after_commit: true, hang: true, status_500: false }

/**
 * The behaviour of every acquirer with Pix, whatever its wire. `hasEnd`: its bank can end a code early; else it is only
 * hidden.
 */
export function pixConformance(
  name: string,
  { hasEnd }: { hasEnd: boolean },
  open: () => Promise<PixBank>,
): void {
  describe(`Pix at ${name}`, () => {
    let bank: PixBank
    beforeAll(async () => {
      bank = await open()
    })
    afterAll(() => bank.close())

    const opened = async (change?: Partial<AuthoriseRequest>) => {
      const sale = bank.sale(change)
      const answer = await bank.acquirer.authorise(sale)
      if (answer.outcome !== 'pending') throw new Error(`${answer.outcome} instead of a code`)
      return { sale, answer, reference: answer.reference }
    }
    const paid = async (times = 1) => {
      const charge = await opened()
      for (let n = 0; n < times; n++) await bank.pay(charge.reference)
      return charge
    }
    const codeOf = ({ nextAction }: Pending) => (nextAction.type === 'qr' ? nextAction.text : '')

    test('a new charge is pending, with a code for its amount', async () => {
      const { answer, sale } = await opened({ amountCents: 2105 })
      expect(isValidBrCode(codeOf(answer), 2105)).toBe(true)
      expect(answer.expiresAt.getTime()).toBeGreaterThan(Date.now() + 13 * 60_000)
      // The adapter and the bank have separate clocks.
      const same = { ...answer, expiresAt: expect.any(Date) }
      expect(await bank.acquirer.findByOrderKey(sale.orderKey)).toEqual(same)
      expect(await bank.acquirer.findByReference(answer.reference)).toEqual(same)
    })

    test('a paid charge is approved, with the endToEndId', async () => {
      const { sale, reference } = await paid()
      const approved = {
        outcome: 'approved',
        reference,
        amountCents: 1250,
        capturedCents: 1250,
        voidedCents: 0,
      }
      const found = await bank.acquirer.findByOrderKey(sale.orderKey)
      expect(found).toMatchObject({ ...approved, endToEndId: expect.stringMatching(/^E\w{31}$/) })
      expect(await bank.acquirer.findByReference(reference)).toEqual(found)
      expect(await bank.acquirer.findOrderKey(reference)).toEqual({
        outcome: 'found',
        orderKey: sale.orderKey,
      })
      const under = { outcome: 'found', references: [reference] }
      expect(await bank.acquirer.findSales(sale.orderKey)).toEqual(under)
    })

    test('an unknown order key is not found, and the query API is verified', async () => {
      expect(await bank.acquirer.findByOrderKey(bank.sale().orderKey)).toEqual({ outcome: 'not_found' })
      expect(await bank.acquirer.checkQueries()).toBeNull()
    })

    test('a hold is refused without a call', async () => {
      const sale = bank.sale({ capture: false })
      expect(await bank.acquirer.authorise(sale)).toMatchObject({ outcome: 'refused', cause: 'instrument' })
      expect(await bank.acquirer.findByOrderKey(sale.orderKey)).toEqual({ outcome: 'not_found' })
    })

    test.each(lost)(
      'a new charge whose answer is lost (%s) is unknown, and found by its order key if it was made',
      async (fault) => {
        await bank.fault(fault)
        const sale = bank.sale()
        expect(await bank.acquirer.authorise(sale)).toMatchObject({ outcome: 'unknown' })
        const found = await bank.acquirer.findByOrderKey(sale.orderKey)
        expect(found.outcome).toBe(isDone[fault] ? 'pending' : 'not_found')
      },
    )

    test('a charge cancelled before it is paid is refused as ended, and so is a second cancellation', async () => {
      const { reference } = await opened()
      const ended = { outcome: 'refused', reference, cause: 'ended' }
      expect(await bank.acquirer.cancel(reference)).toMatchObject(ended)
      expect(await bank.acquirer.cancel(reference)).toMatchObject(ended)
      const found = await bank.acquirer.findByReference(reference)
      expect(found.outcome).toBe(hasEnd ? 'refused' : 'pending')
    })

    test('a charge cancelled just after its payment is approved with the captured amount', async () => {
      const { reference } = await paid()
      expect(await bank.acquirer.cancel(reference)).toMatchObject({
        outcome: 'approved',
        capturedCents: 1250,
      })
    })

    test('a charge paid after its cancellation is approved, and can be refunded', async () => {
      const { reference } = await opened()
      await bank.acquirer.cancel(reference)
      await bank.pay(reference)
      expect(await bank.acquirer.findByReference(reference)).toMatchObject({
        outcome: 'approved',
        capturedCents: 1250,
        voidedCents: 0,
      })
      await bank.acquirer.void({ id: 'V1', reference })
      bank.pass()
      expect(await bank.books(reference)).toEqual({ takenCents: 1250, refundedCents: 1250 })
    })

    test.each(hasEnd ? lost : [])(
      'a cancellation whose answer is lost (%s) is read from the charge',
      async (fault) => {
        const { reference } = await opened()
        await bank.fault(fault)
        const outcome = await bank.acquirer.cancel(reference)
        expect(outcome.outcome).toBe(isDone[fault] ? 'refused' : 'unknown')
        expect(await bank.acquirer.cancel(reference)).toMatchObject({ outcome: 'refused', cause: 'ended' })
      },
    )

    test('a void of an unpaid charge ends it', async () => {
      const { reference } = await opened()
      expect(await bank.acquirer.void({ id: 'V1', reference })).toMatchObject({
        outcome: 'refused',
        cause: 'ended',
      })
    })

    test('a repeated void refunds the whole amount once', async () => {
      const { reference } = await paid()
      await bank.acquirer.void({ id: 'V1', reference })
      bank.pass()
      const back = { outcome: 'approved', capturedCents: 1250, voidedCents: 1250 }
      expect(await bank.acquirer.void({ id: 'V1', reference })).toMatchObject(back)
      expect(await bank.acquirer.findByReference(reference)).toMatchObject(back)
      expect(await bank.books(reference)).toEqual({ takenCents: 1250, refundedCents: 1250 })
    })

    test('two partial refunds are both made', async () => {
      const { reference } = await paid()
      await bank.acquirer.refund({ id: 'R1', reference, amountCents: 500 })
      bank.pass()
      await bank.acquirer.refund({ id: 'R2', reference, amountCents: 200 })
      bank.pass()
      expect(await bank.acquirer.findByReference(reference)).toMatchObject({
        capturedCents: 1250,
        voidedCents: 700,
      })
      expect(await bank.books(reference)).toEqual({ takenCents: 1250, refundedCents: 700 })
    })

    test('a refund above the paid amount is refused', async () => {
      const { reference } = await paid()
      const answer = await bank.acquirer.refund({ id: 'R1', reference, amountCents: 1251 })
      expect(answer).toMatchObject({ outcome: 'refused', cause: expect.any(String) })
      expect(await bank.books(reference)).toEqual({ takenCents: 1250, refundedCents: 0 })
    })

    test.each(lost)(
      'a void whose answer is lost (%s) and that is repeated refunds the whole amount once',
      async (fault) => {
        const { reference } = await paid()
        await bank.fault(fault)
        const first = await bank.acquirer.void({ id: 'V1', reference })
        if (!isDone[fault]) expect(first.outcome).toBe('unknown')
        bank.pass()
        await bank.acquirer.void({ id: 'V1', reference })
        bank.pass()
        expect(await bank.acquirer.void({ id: 'V1', reference })).toMatchObject({
          outcome: 'approved',
          voidedCents: 1250,
        })
        expect(await bank.books(reference)).toEqual({ takenCents: 1250, refundedCents: 1250 })
      },
    )

    test('a capture changes nothing and answers the paid amount', async () => {
      const { reference } = await paid()
      expect(await bank.acquirer.capture({ id: 'C1', reference, amountCents: 1250 })).toMatchObject({
        outcome: 'approved',
        capturedCents: 1250,
      })
      const { reference: open } = await opened()
      expect((await bank.acquirer.capture({ id: 'C1', reference: open, amountCents: 1 })).outcome).toBe(
        'unknown',
      )
    })
  })
}
