import type { Fault } from '../fault.ts'

const tests = ['src/payment/server/authentication.test.ts']
const finish = 'src/payment/server/flow/authentication/finishAuthentication.ts'

/** 3DS: a bank that answers for a cardholder has answered for one card, one amount, once. */
export const authenticationFaults: readonly Fault[] = [
  {
    name: 'evidence of 3DS is used twice',
    file: finish,
    search: 'authentication_id: evidence?.referenceId ?? null',
    replace: 'authentication_id: null',
    tests,
    why: 'One confirmation at the bank pays for every ticket that a thief likes.',
  },
  {
    name: 'evidence of 3DS is used with another card',
    file: finish,
    search: "(await isSameCard(deps, attempt, by.card)) ? endOf(told, by.card) : 'other_card'",
    replace: 'endOf(told, by.card)',
    tests,
    why: 'Authenticated with one’s own card, charged to somebody else’s.',
  },
  {
    name: 'evidence of 3DS is used for another amount',
    file: finish,
    search: "if (attempt.amount_cents !== payment.amount_cents) throw fail('price_changed')",
    replace: '',
    tests,
    why: 'The bank confirmed another sum: the dispute is the operator’s.',
  },
  {
    name: 'what the page says of 3DS forgives a try',
    file: 'src/payment/server/flow/authentication/endAuthentication.ts',
    search: "if (by.end === 'down' && wasSilent(attempt))",
    replace: "if (by.end === 'down')",
    tests: ['src/payment/server/authenticationTries.test.ts'],
    why: 'A page that lies tries one card as often as it likes.',
  },
]
