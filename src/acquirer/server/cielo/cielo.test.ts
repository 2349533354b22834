import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuthoriseOutcome, FindOutcome } from '../../acquirer.ts'
import { openTestBed, testSale, testAuthentication, stoppedClock } from '#simulators/cielo/testBed.ts'

const clock = stoppedClock('2026-03-10T15:00:00.000Z')
let testBed: Awaited<ReturnType<typeof openTestBed>>
beforeAll(async () => {
  testBed = await openTestBed({ clock })
})
afterAll(() => testBed.close())

function referenceOf(outcome: AuthoriseOutcome | FindOutcome): string {
  if ('reference' in outcome && outcome.reference !== null) return outcome.reference
  throw new Error(`no reference in ${JSON.stringify(outcome)}`)
}

async function held(amountCents = 1250): Promise<string> {
  return referenceOf(await testBed.acquirer.authorise(testSale({ capture: false, amountCents })))
}

async function sold(amountCents = 1250): Promise<string> {
  return referenceOf(await testBed.acquirer.authorise(testSale({ amountCents })))
}

/** A page of the acquirer. */
async function challenged(number: string) {
  await testBed.fault('bank_page')
  const outcome = await testBed.acquirer.authorise(testSale({ kind: 'debit', number }))
  if (outcome.outcome !== 'pending' || outcome.nextAction.type !== 'url')
    throw new Error(JSON.stringify(outcome))
  return { ...outcome, url: outcome.nextAction.url }
}

describe('credit, by the last digit of the card', () => {
  test.each([
    ['4000000000000010', 'Visa'],
    ['5200000000000031', 'Master'],
    ['6505290000000194', 'Elo'],
    ['4000000000000069', 'Visa'],
  ])('%s is approved', async (number, brand) => {
    expect(await testBed.acquirer.authorise(testSale({ number }))).toMatchObject({
      outcome: 'approved',
      amountCents: 1250,
      capturedCents: 1250,
      voidedCents: 0,
      nsu: expect.stringMatching(/^\d{6}$/),
      authorisationCode: expect.stringMatching(/^\d{6}$/),
      returnCode: '6',
      brand,
      lastDigits: number.slice(-4),
      cardToken: null,
    })
  })

  test.each([
    ['6505290000000012', '05', 'generic'],
    ['4000000000000093', '57', 'not_allowed'],
    ['5200000000000015', '78', 'unlock'],
    ['6505290000000087', '77', 'closed'],
    ['5200000000000098', '70', 'funds'],
  ])('%s is refused with %s', async (number, returnCode, cause) => {
    const outcome = await testBed.acquirer.authorise(testSale({ number }))
    expect(outcome).toMatchObject({ outcome: 'refused', reference: expect.any(String), returnCode, cause })
    expect(await testBed.acquirer.findByReference(referenceOf(outcome))).toEqual(outcome)
  })

  test('6 is unknown first, and approved in a query', async () => {
    const sale = testSale({ number: '4000000000000036' })
    const first = await testBed.acquirer.authorise(sale)
    expect(first).toEqual({ outcome: 'unknown', reference: expect.any(String), detail: 'status 0, code 99' })
    const found = await testBed.acquirer.findByOrderKey(sale.orderKey)
    expect(found).toMatchObject({ outcome: 'approved', capturedCents: 1250, reference: referenceOf(first) })
  })

  test('a card of the 3DS list does not follow its last digit', async () => {
    const outcome = await testBed.acquirer.authorise(testSale({ number: '4000000000002503' }))
    expect(outcome.outcome).toBe('approved')
  })
})

describe('debit', () => {
  test('is sold with the authentication, and returns its ECI', async () => {
    const outcome = await testBed.acquirer.authorise(testSale({ kind: 'debit' }))
    expect(outcome).toMatchObject({ outcome: 'approved', capturedCents: 1250, eci: '05' })
    expect(await testBed.acquirer.findByReference(referenceOf(outcome))).toEqual(outcome)
  })

  test('is denied with an ECI without liability shift', async () => {
    const authentication = { ...testAuthentication, eci: '07' }
    const outcome = await testBed.acquirer.authorise(testSale({ kind: 'debit', authentication }))
    expect(outcome).toMatchObject({ outcome: 'refused', returnCode: 'AI', cause: 'authentication' })
  })

  test('without an authentication is refused without a call', async () => {
    const sale = testSale({ kind: 'debit', authentication: null })
    expect(await testBed.acquirer.authorise(sale)).toMatchObject({ outcome: 'refused', reference: null })
    expect(await testBed.acquirer.findByOrderKey(sale.orderKey)).toEqual({ outcome: 'not_found' })
  })

  test('the cardholder authenticates', async () => {
    const { url, ...pending } = await challenged('4000000000000010')
    const { reference } = pending
    expect(pending.expiresAt).toEqual(new Date('2026-03-10T15:15:00.000Z'))
    expect(await testBed.acquirer.findByReference(reference)).toEqual(pending)
    await testBed.choose(url, 'authenticated')
    expect(await testBed.acquirer.findByReference(reference)).toMatchObject({
      outcome: 'approved',
      capturedCents: 1250,
      lastDigits: '0010',
    })
  })

  test('the cardholder authenticates, the issuer denies', async () => {
    const { url, reference } = await challenged('5200000000000098')
    await testBed.choose(url, 'authenticated')
    expect(await testBed.acquirer.findByReference(reference)).toMatchObject({
      outcome: 'refused',
      cause: 'funds',
    })
  })

  test('the cardholder is not authenticated', async () => {
    const { url, reference } = await challenged('4000000000000010')
    await testBed.choose(url, 'refused')
    const outcome = await testBed.acquirer.findByReference(reference)
    expect(outcome).toMatchObject({ outcome: 'refused', returnCode: 'AI', cause: 'authentication' })
  })

  test('the cardholder leaves: the challenge stays open', async () => {
    const { url, reference } = await challenged('4000000000000010')
    await testBed.choose(url, 'abandoned')
    expect((await testBed.acquirer.findByReference(reference)).outcome).toBe('pending')
  })

  test.each([
    ['4000000000002503', 'approved'],
    ['5200000000002490', 'refused'],
  ])('the 3DS card %s decides by itself: %s', async (number, outcome) => {
    const { url, reference } = await challenged(number)
    await testBed.choose(url, 'authenticated')
    expect((await testBed.acquirer.findByReference(reference)).outcome).toBe(outcome)
  })

  test('a brand without debit is refused without a call', async () => {
    const sale = testSale({ kind: 'debit', number: '378282246310005' })
    expect(await testBed.acquirer.authorise(sale)).toMatchObject({ outcome: 'refused', cause: 'use_credit' })
    expect(await testBed.acquirer.findByOrderKey(sale.orderKey)).toEqual({ outcome: 'not_found' })
  })
})

describe('a hold', () => {
  test('is authorised until a partial capture, which releases the rest', async () => {
    const reference = await held()
    expect(await testBed.acquirer.findByReference(reference)).toMatchObject({
      outcome: 'approved',
      capturedCents: 0,
      voidedCents: 0,
      returnCode: '4',
    })
    const captured = await testBed.acquirer.capture({ id: 'C1', reference: reference, amountCents: 500 })
    expect(captured).toMatchObject({ outcome: 'approved', amountCents: 1250, capturedCents: 500 })
  })

  test('is captured once: a repeat returns the first capture, another amount is refused', async () => {
    const reference = await held()
    const captured = await testBed.acquirer.capture({ id: 'C1', reference: reference, amountCents: 1250 })
    expect(captured).toMatchObject({ outcome: 'approved', capturedCents: 1250 })
    expect(await testBed.acquirer.capture({ id: 'C1', reference: reference, amountCents: 1250 })).toEqual(
      captured,
    )
    expect(
      await testBed.acquirer.capture({ id: 'C1', reference: reference, amountCents: 100 }),
    ).toMatchObject({
      outcome: 'refused',
      returnCode: '308',
    })
  })

  test('is not captured above what was authorised', async () => {
    const reference = await held()
    expect(
      await testBed.acquirer.capture({ id: 'C1', reference: reference, amountCents: 1251 }),
    ).toMatchObject({
      outcome: 'refused',
      returnCode: '308',
    })
    expect(await testBed.acquirer.findByReference(reference)).toMatchObject({ capturedCents: 0 })
  })

  test('is released whole', async () => {
    const reference = await held()
    const released = await testBed.acquirer.void({ id: 'V1', reference: reference })
    expect(released).toMatchObject({ outcome: 'approved', capturedCents: 0, voidedCents: 1250 })
    expect(await testBed.acquirer.void({ id: 'V1', reference: reference })).toEqual(released)
    expect(
      await testBed.acquirer.capture({ id: 'C1', reference: reference, amountCents: 100 }),
    ).toMatchObject({
      outcome: 'refused',
    })
  })

  test('is not refunded in part, because nothing was captured', async () => {
    expect(
      await testBed.acquirer.refund({ id: 'R1', reference: await held(), amountCents: 100 }),
    ).toMatchObject({
      outcome: 'refused',
      returnCode: '309',
    })
  })

  test.each([
    ['5200000000000031', '2026-03-17T15:00:00.000Z'],
    ['4000000000000010', '2026-03-25T15:00:00.000Z'],
  ])('of the card %s lapses after %s', async (number, last) => {
    const reference = referenceOf(await testBed.acquirer.authorise(testSale({ capture: false, number })))
    clock.set(last)
    expect(await testBed.acquirer.findByReference(reference)).toMatchObject({ outcome: 'approved' })
    clock.set(last.replace('00.000Z', '00.001Z'))
    expect(await testBed.acquirer.findByReference(reference)).toMatchObject({ outcome: 'refused' })
    const capture = { id: 'C1', reference, amountCents: 1250 }
    expect(await testBed.acquirer.capture(capture)).toMatchObject({ outcome: 'refused', returnCode: '308' })
    clock.set('2026-03-10T15:00:00.000Z')
  })

  test('expires by the control', async () => {
    const reference = await held()
    expect((await testBed.control('POST', '/_sim/expire', { payment_id: reference })).status).toBe(200)
    expect(await testBed.acquirer.findByReference(reference)).toMatchObject({ outcome: 'refused' })
  })
})

describe('money taken', () => {
  test('is refunded in full on the day of the sale, and later', async () => {
    const today = await sold()
    const other = await sold()
    const back = { outcome: 'approved', capturedCents: 1250, voidedCents: 1250 }
    expect(await testBed.acquirer.void({ id: 'V1', reference: today })).toMatchObject(back)
    clock.set('2026-03-11T15:00:00.000Z')
    expect(await testBed.acquirer.void({ id: 'V1', reference: other })).toMatchObject(back)
    clock.set('2026-03-10T15:00:00.000Z')
  })

  test('is refunded in parts from the next day on, up to the captured amount', async () => {
    const reference = await sold()
    const refund = (amountCents: number) => testBed.acquirer.refund({ id: 'R1', reference, amountCents })
    expect(await refund(500)).toEqual({ outcome: 'later', notBefore: new Date('2026-03-11T03:10:00.000Z') })
    clock.set('2026-03-11T03:10:00.000Z')
    expect(await refund(500)).toMatchObject({ outcome: 'approved', voidedCents: 500 })
    expect(await refund(800)).toMatchObject({ outcome: 'refused', returnCode: '309', cause: 'amount' })
    expect(await refund(750)).toMatchObject({ outcome: 'unknown' })
    clock.set('2026-03-11T03:10:05.000Z')
    expect(await refund(750)).toMatchObject({ outcome: 'approved', voidedCents: 1250 })
    expect(await refund(1)).toMatchObject({ outcome: 'refused' })
    clock.set('2026-03-10T15:00:00.000Z')
  })

  test('is refunded in full after a partial capture', async () => {
    const reference = await held()
    await testBed.acquirer.capture({ id: 'C1', reference: reference, amountCents: 500 })
    const back = await testBed.acquirer.void({ id: 'V1', reference: reference })
    expect(back).toMatchObject({ outcome: 'approved', capturedCents: 500, voidedCents: 500 })
  })
})

describe('a saved card', () => {
  test('is created with a sale and pays the next one', async () => {
    const first = await testBed.acquirer.authorise(testSale({ save: true }))
    if (first.outcome !== 'approved' || first.cardToken === null) throw new Error(JSON.stringify(first))
    const instrument = {
      type: 'saved_card',
      kind: 'credit',
      acquirerToken: first.cardToken,
      brand: 'Visa',
      cvv: null,
    } as const
    const second = await testBed.acquirer.authorise(testSale({ instrument }))
    expect(second).toMatchObject({ outcome: 'approved', brand: 'Visa', lastDigits: null, cardToken: null })
  })

  test('is not created by a refused sale', async () => {
    const sale = testSale({ number: '6505290000000012', save: true })
    expect(await testBed.acquirer.authorise(sale)).toMatchObject({ outcome: 'refused' })
  })

  test('that Cielo does not know is refused', async () => {
    const instrument = {
      type: 'saved_card',
      kind: 'credit',
      acquirerToken: 'nobody',
      brand: 'Visa',
      cvv: '123',
    } as const
    const outcome = await testBed.acquirer.authorise(testSale({ instrument }))
    expect(outcome).toMatchObject({ outcome: 'refused', returnCode: '130', cause: 'saved_card' })
  })
})

describe('looking for a sale', () => {
  test('an unknown sale is not found', async () => {
    expect(await testBed.acquirer.findByOrderKey('NEVER')).toEqual({ outcome: 'not_found' })
    expect(await testBed.acquirer.findByReference('00000000-0000-4000-8000-00000000dead')).toEqual({
      outcome: 'not_found',
    })
    const nobodys = '00000000-0000-4000-8000-00000000dead'
    expect(await testBed.acquirer.void({ id: 'V1', reference: nobodys })).toMatchObject({
      outcome: 'refused',
      returnCode: '404',
    })
    expect(await testBed.acquirer.void({ id: 'V1', reference: '../evil?x=1' })).toMatchObject({
      outcome: 'unknown',
    })
  })

  test('of several sales under one key the one that holds money wins', async () => {
    const orderKey = 'SEVERAL'
    const denied = { orderKey, number: '6505290000000012' }
    await testBed.acquirer.authorise(testSale(denied))
    const paid = await testBed.acquirer.authorise(testSale({ orderKey, capture: false }))
    await testBed.acquirer.authorise(testSale(denied))
    expect(await testBed.acquirer.findByOrderKey(orderKey)).toEqual(paid)
    const voided = referenceOf(await testBed.acquirer.authorise(testSale({ orderKey })))
    await testBed.acquirer.void({ id: 'V1', reference: voided })
    expect(await testBed.acquirer.findByOrderKey(orderKey)).toEqual(paid)
  })
})

describe('wrong requests', () => {
  test('invalid card data have the cause card_data', async () => {
    const sale = testSale()
    const instrument = { ...sale.instrument, expiryYear: 2020 }
    const outcome = await testBed.acquirer.authorise({ ...sale, instrument })
    expect(outcome).toMatchObject({ outcome: 'refused', returnCode: '126', cause: 'card_data' })
  })

  test('wrong credentials have the cause setup, and queries stay unknown', async () => {
    const stranger = await openTestBed({}, { merchantKey: 'short' })
    expect(await stranger.acquirer.authorise(testSale())).toMatchObject({
      outcome: 'refused',
      cause: 'setup',
    })
    expect(await stranger.acquirer.findByOrderKey('ANY')).toMatchObject({ outcome: 'unknown' })
    expect(await stranger.acquirer.findByReference('any')).toMatchObject({ outcome: 'unknown' })
    await stranger.close()
  })
})
