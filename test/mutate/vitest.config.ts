import { defineConfig } from 'vitest/config'

/** The tests of the pure rules, for Stryker. */
export default defineConfig({
  test: {
    include: [
      'src/{closing,contest,parking,ticket}/*.test.ts',
      'src/payment/paymentMoney.test.ts',
      'src/kit/money.test.ts',
      'src/ticket/quote/*.test.ts',
    ],
    tags: [{ name: 'deep', skip: true }],
    isolate: false,
    // A slow test does not kill a mutant: only Stryker times out.
    testTimeout: 60_000,
    setupFiles: ['test/mutate/seed.ts'],
  },
})
