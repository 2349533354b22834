import { minuteMs, plus } from '#kit/clock.ts'
import { pixConformance } from '#test/support/pix/conformance.ts'
import { pixControls, pixOf } from '#simulators/pix/pixTrial.ts'
import { openTrial, stoppedClock, trialMerchant } from '#simulators/cielo/trial.ts'
import { cieloPixAcquirer } from './cieloPix.ts'

pixConformance('Cielo', { hasEnd: false }, async () => {
  const clock = stoppedClock(new Date().toISOString())
  const cielo = await openTrial({ clock })
  const acquirer = cieloPixAcquirer(
    {
      ...trialMerchant,
      transactionUrl: cielo.url,
      queryUrl: cielo.url,
      isOneHost: true,
      softDescriptor: 'X',
      timeoutMs: 2_500,
      clock,
    },
    900,
  )
  const bank = pixControls(`${cielo.url}/pix`)
  return {
    acquirer,
    sale: pixOf,
    pay: bank.pay,
    fault: bank.fault,
    close: cielo.close,
    pass: () => clock.set(plus(clock.now(), 3 * minuteMs).toISOString()),
    books: async (reference) => {
      const charge = (await bank.ledger()).find(({ txid }) => txid === reference)
      return { takenCents: charge?.paid[0]?.amount ?? 0, refundedCents: charge?.returned ?? 0 }
    },
  }
})
