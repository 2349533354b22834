import { minuteMs, addMs } from '#kit/clock.ts'
import { pixConformance } from '#test/support/pix/conformance.ts'
import { pixControls, testPixSale } from '#simulators/pix/pixTestBed.ts'
import { openTestBed, stoppedClock, testMerchant } from '#simulators/cielo/testBed.ts'
import { cieloPixAcquirer } from './cieloPix.ts'

pixConformance('Cielo', { hasEnd: false }, async () => {
  const clock = stoppedClock(new Date().toISOString())
  const cielo = await openTestBed({ clock })
  const acquirer = cieloPixAcquirer(
    {
      ...testMerchant,
      transactionUrl: cielo.url,
      queryUrl: cielo.url,
      isSingleHost: true,
      softDescriptor: 'X',
      timeoutMs: 2_500,
      clock,
    },
    900,
  )
  const bank = pixControls(`${cielo.url}/pix`)
  return {
    acquirer,
    sale: testPixSale,
    pay: bank.pay,
    fault: bank.fault,
    close: cielo.close,
    pass: () => clock.set(addMs(clock.now(), 3 * minuteMs).toISOString()),
    books: async (reference) => {
      const charge = (await bank.ledger()).find(({ txid }) => txid === reference)
      return { takenCents: charge?.paid[0]?.amount ?? 0, refundedCents: charge?.returned ?? 0 }
    },
  }
})
