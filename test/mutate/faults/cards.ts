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
  {
    name: 'a success of 3DS counts without its ECI',
    file: finish,
    search: "return (evidence && vouchedBy(card.brand, evidence.eci)) ?? 'refused'",
    replace: "return evidence ? 'authenticated' : 'refused'",
    tests,
    why: 'Nobody answers for the cardholder, and the sale says that somebody does.',
  },
  {
    name: 'a success of 3DS counts without evidence',
    file: finish,
    search: "vouchedBy(card.brand, evidence.eci)) ?? 'refused'",
    replace: "vouchedBy(card.brand, evidence.eci)) ?? 'authenticated'",
    tests,
    why: 'A page that says ‘success’ is all that a thief needs.',
  },
  {
    name: 'every brand has the ECI of Visa',
    file: 'src/acquirer/authenticator.ts',
    search: "brand === 'Master' ? ['2', '1', '4'] : ['5', '6', '7']",
    replace: "['5', '6', '7']",
    tests: ['src/acquirer/authenticator.test.ts'],
    why: 'Debit of Mastercard is refused to everybody who has just authenticated.',
  },
  {
    name: 'Mastercard’s liability is read as Visa’s',
    file: 'src/acquirer/authenticator.ts',
    search: "brand === 'Master' ? ['1', '2'] : ['5', '6']",
    replace: "['5', '6']",
    tests: ['src/acquirer/authenticator.test.ts'],
    why: 'Staff read the wrong one who bears a dispute.',
  },
  {
    name: 'debit of a card that was only attempted is sold against the operator’s choice',
    file: 'src/payment/authentication/ends.ts',
    search: "sells === 'choice' ? acceptsAttempted : sells",
    replace: 'sells !== false',
    tests,
    why: 'The operator said no to a risk, and bears it.',
  },
  {
    name: 'another card of the same last digits passes for the authenticated one',
    file: 'src/payment/server/flow/authentication/openAuthentication.ts',
    search: 'return isMarkedFor(db, attempt.id, cardTry(cardNumberKey, card))',
    replace: 'return true',
    tests,
    why: 'Authenticated with one’s own card, charged to somebody else’s.',
  },
  {
    name: 'debit goes out without its cardholder',
    file: 'src/payment/authentication/ends.ts',
    search: "if (methods[kind].authenticates) return 'challenge'",
    replace: '',
    tests,
    why: 'Every debit is denied, and the driver does not learn why.',
  },
  {
    name: 'what the issuer was only told counts as authenticated',
    file: finish,
    search: '{ ...evidence, dataOnly: true }',
    replace: '{ ...evidence, dataOnly: false }',
    tests,
    why: 'The acquirer is told of a cavv that there is not: the sale is denied.',
  },
]

const refused = ['src/payment/server/refusedCards.test.ts']
const retries = ['src/acquirer/server/cielo/codes/retries.test.ts']

/** A card that its brand has closed, or lets rest: brands charge for asking again, and count. */
export const refusedCardFaults: readonly Fault[] = [
  {
    name: 'a card that its brand has closed is sent again',
    file: 'src/payment/server/flow/card/refusedCards.ts',
    search: 'if (isIrreversible(refusal)) return plus(now, knownMs)\n',
    replace: '',
    tests: refused,
    why: 'Another payment, another fee for the same no.',
  },
  {
    name: 'a card that is to rest is asked again at once',
    file: 'src/payment/server/flow/card/refusedCards.ts',
    search: 'const waitMs = refusal.retry?.waitMs ?? 0',
    replace: 'const waitMs = 0',
    tests: refused,
    why: 'Velocity holds it back each time, and the driver stands there.',
  },
  {
    name: 'a card that was closed once is closed for ever',
    file: 'src/payment/server/flow/card/refusedCards.ts',
    search: 'and until_at > ${now})',
    replace: 'and until_at > ${new Date(0)})',
    tests: refused,
    why: 'Refused by us after its bank has opened it.',
  },
  {
    name: 'Mastercard’s limit is not counted',
    file: 'src/payment/server/flow/card/cardTries.ts',
    search: "Master: ['card_master', 'card_master_month']",
    replace: 'Master: []',
    tests: refused,
    why: 'Seven a day are free, the eighth is not.',
  },
  {
    name: 'Visa’s limit is not counted',
    file: 'src/payment/server/flow/card/cardTries.ts',
    search: "Visa: ['card_visa']",
    replace: 'Visa: []',
    tests: ['src/payment/server/authenticationTries.test.ts'],
    why: 'Fifteen in thirty days are free, the sixteenth is not.',
  },
  {
    name: 'a card is known by its last digits',
    file: 'src/payment/server/flow/card/cardTries.ts',
    search: "card.source === 'typed' ? card.number",
    replace: "card.source === 'typed' ? card.lastDigits",
    tests: refused,
    why: 'One lost card closes every card that ends like it.',
  },
  {
    name: 'Mastercard’s advice is not read',
    file: 'src/acquirer/server/cielo/codes/retries.ts',
    search: '  if (advised) return advised\n',
    replace: '',
    tests: retries,
    why: 'Advice 03 means never, whatever the code says.',
  },
  {
    name: 'every brand forbids what Visa forbids',
    file: 'src/acquirer/server/cielo/codes/retries.ts',
    search: '(brand === null ? undefined : lookUp(programmes, brand)) ?? others',
    replace: "lookUp(programmes, 'Visa') ?? others",
    tests: retries,
    why: 'A card of another brand is turned away that its bank would take today.',
  },
  {
    name: 'a fault of our set-up counts against the card',
    file: 'src/payment/server/settle/settle.ts',
    search: '  await forgiveTry(db, attempt, now)\n  await openSetupCase',
    replace: '  await openSetupCase',
    tests: ['src/payment/server/setup.test.ts'],
    why: 'A key typed wrong by the operator closes every driver’s card.',
  },
]
