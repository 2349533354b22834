import type { Fault } from '../fault.ts'

const money = ['src/acquirer/server/pix/money.test.ts']
const wire = ['src/acquirer/server/pix/wire.test.ts']
const cielo = ['src/acquirer/server/cielo/pix/wire.test.ts', 'src/acquirer/server/cielo/pix/cieloPix.test.ts']
const behind = ['src/payment/server/pixBehind.test.ts']

/** What a bank says of a Pix is read as it is, and money goes back once. */
export const pixFaults: readonly Fault[] = [
  {
    name: 'a word of the bank counts, not its money',
    file: 'src/acquirer/server/pix/charge/readCharge.ts',
    search: 'if (paymentsOf(charge).length > 0) return approval(charge)',
    replace: "if (status === 'CONCLUIDA') return approval(charge)",
    tests: [...wire, ...money],
    why: 'What was paid after the end would be kept, and nobody would know.',
  },
  {
    name: 'money on its way back counts as back',
    file: 'src/acquirer/server/pix/charge/readCharge.ts',
    search: "filter(({ status }) => status === 'DEVOLVIDO')",
    replace: "filter(({ status }) => status !== 'NAO_REALIZADO')",
    tests: [...wire, ...money],
    why: 'The driver would be told of money that the bank may still refuse.',
  },
  {
    name: 'what a change has given back is not counted when it is asked again',
    file: 'src/acquirer/server/pix/charge/giveBack.ts',
    search: 'amountCents - standing.ownCents',
    replace: 'amountCents',
    tests: money,
    why: 'A part would go back twice.',
  },
  {
    name: 'the first payment goes back instead of the second',
    file: 'src/acquirer/server/pix/charge/giveBack.ts',
    search: 'paymentsOf(charge).toReversed()',
    replace: 'paymentsOf(charge)',
    tests: money,
    why: 'The payment that the receipt names would be gone.',
  },
  {
    name: 'any 404 of a bank is not found',
    file: 'src/acquirer/server/pix/charge/find.ts',
    search: '(await isProven())',
    replace: 'true',
    tests: wire,
    why: 'A wrong address would open payments that were made.',
  },
  {
    name: 'a code is shown unchecked',
    file: 'src/acquirer/server/pix/charge/readCharge.ts',
    search: 'if (pixCopiaECola && isChargeCode(pixCopiaECola, amountCents)) return pixCopiaECola',
    replace: 'if (pixCopiaECola) return pixCopiaECola',
    tests: wire,
    why: 'The driver’s bank would not read it, or would ask for another amount.',
  },
  {
    name: 'a webhook needs no secret',
    file: 'src/acquirer/server/pix/charge/notification.ts',
    search: "if (secret === null || webhookSecret === '' || !isSame(secret, webhookSecret)) return null",
    replace: 'if (secret === null) return null',
    tests: wire,
    why: 'Anybody could make us ask the bank without end.',
  },
  {
    name: 'a refused token is asked for no more',
    file: 'src/acquirer/server/pix/bank/bank.ts',
    search: 'if (answer.status !== 401 || isRepeat) return answer',
    replace: 'return answer',
    tests: money,
    why: 'One change at the bank, and no Pix until its token ends.',
  },
  {
    name: 'a refund is asked for while one is on its way at Cielo',
    file: 'src/acquirer/server/cielo/pix/giveBackPix.ts',
    search: '  if (isReturning) return underway\n  const restCents',
    replace: '  const restCents',
    tests: cielo,
    why: 'Cielo gives back once more for each repeat.',
  },
  {
    name: 'who pays by Pix behind a card is sent away before the card has paid',
    file: 'src/payment/server/settle/bookCapture.ts',
    search: 'if (asAsked && comesBehind(scene)) return putBehind(db, scene, approval)',
    replace: '',
    tests: behind,
    why: 'The card fails, the Pix has gone back, and the ticket is unpaid.',
  },
  {
    name: 'who has paid behind a card is told that nothing was charged',
    file: 'src/payment/server/jobs/endOpen.ts',
    search: 'if (!isBehind(open)) await abandon',
    replace: 'await abandon',
    tests: behind,
    why: 'They look for their money, and pay somewhere else.',
  },
  {
    name: 'a Pix behind a card is asked about by nobody but its screen',
    file: 'src/payment/server/settle/pix/behind.ts',
    search: '  await askSoon(db, attempt.id, now)\n',
    replace: '',
    tests: behind,
    why: 'The phone is in the pocket, the car at the barrier.',
  },
  {
    name: 'the order’s number of a Pix at Cielo is the token',
    file: 'src/acquirer/server/cielo/pix/cieloPix.ts',
    search: 'orderKey: attemptDigest',
    replace: 'orderKey: ({ token, n }) => `${token}A${n}`',
    tests: ['src/acquirer/orderKeys.test.ts'],
    why: 'Whoever reads it at the payer’s bank bears the payment.',
  },
]
