import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Acquirer, AuthoriseRequest, Pending } from '#acquirer/acquirer.ts'
import { isValidBrCode } from '#acquirer/brCode.ts'

/** An adapter with Pix and the bank behind it, as the tests below drive them. */
type PixStage = {
  readonly acquirer: Acquirer
  readonly sale: (change?: Partial<AuthoriseRequest>) => AuthoriseRequest
  /** Somebody pays the charge; another amount where one is given. */
  readonly pay: (reference: string, amountCents?: number) => Promise<unknown>
  readonly fault: (fault: (typeof lost)[number]) => Promise<unknown>
  /** What the bank itself has taken and given back. */
  readonly books: (reference: string) => Promise<{ takenCents: number; refundedCents: number }>
  /** Goes on after what is on its way at this bank. */
  readonly pass: () => void
  readonly close: () => Promise<void>
}

/** What may become of a call's answer; the first never reaches the books. */
const lost = ['drop_before_commit', 'drop_after_commit', 'hang', 'status_500'] as const
const isDone = { drop_before_commit: false, drop_after_commit: true, hang: true, status_500: false }

/**
 * What every acquirer with Pix answers, whatever its wire. `hasEnd`: its bank closes a code before its time; else it is
 * only shown no more.
 */
export function pixConformance(
  name: string,
  { hasEnd }: { hasEnd: boolean },
  open: () => Promise<PixStage>,
): void {
  describe(`Pix at ${name}`, () => {
    let stage: PixStage
    beforeAll(async () => {
      stage = await open()
    })
    afterAll(() => stage.close())

    const opened = async (change?: Partial<AuthoriseRequest>) => {
      const sale = stage.sale(change)
      const told = await stage.acquirer.authorise(sale)
      if (told.outcome !== 'pending') throw new Error(`${told.outcome} instead of a code`)
      return { sale, told, reference: told.reference }
    }
    const paid = async (times = 1) => {
      const charge = await opened()
      for (let n = 0; n < times; n++) await stage.pay(charge.reference)
      return charge
    }
    const codeOf = ({ nextAction }: Pending) => (nextAction.type === 'qr' ? nextAction.text : '')

    test('a new charge is pending, with a code for its amount', async () => {
      const { told, sale } = await opened({ amountCents: 2105 })
      expect(isValidBrCode(codeOf(told), 2105)).toBe(true)
      expect(told.expiresAt.getTime()).toBeGreaterThan(Date.now() + 13 * 60_000)
      // The adapter and the bank each have a clock.
      const same = { ...told, expiresAt: expect.any(Date) }
      expect(await stage.acquirer.findByOrderKey(sale.orderKey)).toEqual(same)
      expect(await stage.acquirer.findByReference(told.reference)).toEqual(same)
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
      const found = await stage.acquirer.findByOrderKey(sale.orderKey)
      expect(found).toMatchObject({ ...approved, endToEndId: expect.stringMatching(/^E\w{31}$/) })
      expect(await stage.acquirer.findByReference(reference)).toEqual(found)
      expect(await stage.acquirer.findOrderKey(reference)).toEqual({
        outcome: 'found',
        orderKey: sale.orderKey,
      })
      const under = { outcome: 'found', references: [reference] }
      expect(await stage.acquirer.findSales(sale.orderKey)).toEqual(under)
    })

    test('an unknown order key is not found, and the query API is verified', async () => {
      expect(await stage.acquirer.findByOrderKey(stage.sale().orderKey)).toEqual({ outcome: 'not_found' })
      expect(await stage.acquirer.checkQueries()).toBeNull()
    })

    test('a hold is refused without a call', async () => {
      const sale = stage.sale({ capture: false })
      expect(await stage.acquirer.authorise(sale)).toMatchObject({ outcome: 'refused', cause: 'instrument' })
      expect(await stage.acquirer.findByOrderKey(sale.orderKey)).toEqual({ outcome: 'not_found' })
    })

    test.each(lost)(
      'a new charge whose answer is lost (%s) is unknown, and found by its order key if it was made',
      async (fault) => {
        await stage.fault(fault)
        const sale = stage.sale()
        expect(await stage.acquirer.authorise(sale)).toMatchObject({ outcome: 'unknown' })
        const found = await stage.acquirer.findByOrderKey(sale.orderKey)
        expect(found.outcome).toBe(isDone[fault] ? 'pending' : 'not_found')
      },
    )

    test('a charge cancelled before it is paid is refused as ended, and so is a second cancellation', async () => {
      const { reference } = await opened()
      const ended = { outcome: 'refused', reference, cause: 'ended' }
      expect(await stage.acquirer.cancel(reference)).toMatchObject(ended)
      expect(await stage.acquirer.cancel(reference)).toMatchObject(ended)
      const found = await stage.acquirer.findByReference(reference)
      expect(found.outcome).toBe(hasEnd ? 'refused' : 'pending')
    })

    test('a charge cancelled just after its payment is approved with the captured amount', async () => {
      const { reference } = await paid()
      expect(await stage.acquirer.cancel(reference)).toMatchObject({
        outcome: 'approved',
        capturedCents: 1250,
      })
    })

    test('a charge paid after its cancellation is approved, and can be refunded', async () => {
      const { reference } = await opened()
      await stage.acquirer.cancel(reference)
      await stage.pay(reference)
      expect(await stage.acquirer.findByReference(reference)).toMatchObject({
        outcome: 'approved',
        capturedCents: 1250,
        voidedCents: 0,
      })
      await stage.acquirer.void({ id: 'V1', reference })
      stage.pass()
      expect(await stage.books(reference)).toEqual({ takenCents: 1250, refundedCents: 1250 })
    })

    test.each(hasEnd ? lost : [])(
      'a cancellation whose answer is lost (%s) is read from the charge',
      async (fault) => {
        const { reference } = await opened()
        await stage.fault(fault)
        const outcome = await stage.acquirer.cancel(reference)
        expect(outcome.outcome).toBe(isDone[fault] ? 'refused' : 'unknown')
        expect(await stage.acquirer.cancel(reference)).toMatchObject({ outcome: 'refused', cause: 'ended' })
      },
    )

    test('a void of an unpaid charge ends it', async () => {
      const { reference } = await opened()
      expect(await stage.acquirer.void({ id: 'V1', reference })).toMatchObject({
        outcome: 'refused',
        cause: 'ended',
      })
    })

    test('a repeated void refunds the whole amount once', async () => {
      const { reference } = await paid()
      await stage.acquirer.void({ id: 'V1', reference })
      stage.pass()
      const back = { outcome: 'approved', capturedCents: 1250, voidedCents: 1250 }
      expect(await stage.acquirer.void({ id: 'V1', reference })).toMatchObject(back)
      expect(await stage.acquirer.findByReference(reference)).toMatchObject(back)
      expect(await stage.books(reference)).toEqual({ takenCents: 1250, refundedCents: 1250 })
    })

    test('two partial refunds are both made', async () => {
      const { reference } = await paid()
      await stage.acquirer.refund({ id: 'R1', reference, amountCents: 500 })
      stage.pass()
      await stage.acquirer.refund({ id: 'R2', reference, amountCents: 200 })
      stage.pass()
      expect(await stage.acquirer.findByReference(reference)).toMatchObject({
        capturedCents: 1250,
        voidedCents: 700,
      })
      expect(await stage.books(reference)).toEqual({ takenCents: 1250, refundedCents: 700 })
    })

    test('a refund above the paid amount is refused', async () => {
      const { reference } = await paid()
      const told = await stage.acquirer.refund({ id: 'R1', reference, amountCents: 1251 })
      expect(told).toMatchObject({ outcome: 'refused', cause: expect.any(String) })
      expect(await stage.books(reference)).toEqual({ takenCents: 1250, refundedCents: 0 })
    })

    test.each(lost)(
      'a void whose answer is lost (%s) and that is repeated refunds the whole amount once',
      async (fault) => {
        const { reference } = await paid()
        await stage.fault(fault)
        const first = await stage.acquirer.void({ id: 'V1', reference })
        if (!isDone[fault]) expect(first.outcome).toBe('unknown')
        stage.pass()
        await stage.acquirer.void({ id: 'V1', reference })
        stage.pass()
        expect(await stage.acquirer.void({ id: 'V1', reference })).toMatchObject({
          outcome: 'approved',
          voidedCents: 1250,
        })
        expect(await stage.books(reference)).toEqual({ takenCents: 1250, refundedCents: 1250 })
      },
    )

    test('a capture changes nothing and answers the paid amount', async () => {
      const { reference } = await paid()
      expect(await stage.acquirer.capture({ id: 'C1', reference, amountCents: 1250 })).toMatchObject({
        outcome: 'approved',
        capturedCents: 1250,
      })
      const { reference: open } = await opened()
      expect((await stage.acquirer.capture({ id: 'C1', reference: open, amountCents: 1 })).outcome).toBe(
        'unknown',
      )
    })
  })
}
