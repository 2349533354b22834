import { openPixTestBed, testPixSale } from '#simulators/pix/pixTestBed.ts'
import { pixConformance } from '#test/support/pix/conformance.ts'

pixConformance('a bank', { hasEnd: true }, async () => {
  const { ledger, ...bank } = await openPixTestBed({}, { timeoutMs: 2_500 })
  return {
    ...bank,
    sale: testPixSale,
    books: async (reference) => {
      const charge = (await ledger()).find(({ txid }) => txid === reference)
      const takenCents = (charge?.paid ?? []).reduce((sum, { amount }) => sum + amount, 0)
      return { takenCents, refundedCents: charge?.returned ?? 0 }
    },
    pass: () => {},
  }
})
