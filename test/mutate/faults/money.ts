import type { Fault } from '../fault.ts'

/** Money is captured once, at the shown price, and what is not owed is refunded. */
export const moneyFaults: readonly Fault[] = [
  {
    name: 'another amount than the button showed is charged',
    file: 'src/payment/server/attempt/startAttempt.ts',
    search: 'if (by.seenCents !== null && by.seenCents !== payment.amount_cents)',
    replace: 'if (by.seenCents !== null && by.seenCents < 0)',
    tests: ['src/payment/card/server/refusals.test.ts'],
    why: 'A second tab reprices the payment: the first would charge what nobody saw there.',
  },
  {
    name: 'a capture that arrives after the cancellation is not reversed',
    file: 'src/payment/server/settle/applyCapture.ts',
    search: 'await requestReversal(tx, attempt.id, { now })',
    replace: "await updateAttempt(tx, attempt.id, { state: 'giving_back' })",
    tests: ['src/payment/authentication/server/challenge.test.ts'],
    why: 'The driver paid a ticket that owes nothing, and nobody gives it back.',
  },
  {
    name: 'a reversal is booked without a void at the acquirer',
    file: 'src/refund/server/reverseAttempt.ts',
    search: 'const outcome = already ? found : await acquirer.void({ id, reference, refundedCents })',
    replace: 'const outcome = found',
    tests: ['src/payment/authentication/server/challenge.test.ts'],
    why: 'Asked about, never given back.',
  },
  {
    name: 'the release of a hold is not booked in the ledger',
    file: 'src/payment/server/settle/applyCapture.ts',
    search: 'if (voidedCents > 0) await',
    replace: 'if (voidedCents < 0) await',
    tests: ['src/review/server/backoffice/decisions.test.ts'],
    why: 'A refund later would give back what is back already.',
  },
  {
    name: 'a duplicate sale under one order key is treated as the first sale',
    file: 'src/payment/server/settle/settle.ts',
    search:
      'if (isDuplicateSale(attempt, outcome)) return recordDuplicateSale(tx, deps, settlement, outcome)',
    replace: '',
    tests: ['src/payment/janitor/server/detectDuplicates.test.ts'],
    why: 'The driver pays twice and nobody is told; or the books say that the first went back, and it did not.',
  },
  {
    name: 'of two sales found under one order key, the second is not checked',
    file: 'src/payment/server/settle/settle.ts',
    search: 'await enqueueOtherSales(tx, settlement, outcome)',
    replace: '',
    tests: ['src/payment/janitor/server/detectDuplicates.test.ts'],
    why: 'The other is kept for ever.',
  },
  {
    name: 'a refusal caused by the shop’s setup counts against the card',
    file: 'src/payment/server/settle/settle.ts',
    search: `    await deleteAttemptHits(tx, attempt.id)
    await openSetupCase`,
    replace: '  await openSetupCase',
    tests: ['src/payment/card/server/setup.test.ts'],
    why: 'A key typed wrong by the operator closes every driver’s card.',
  },
  {
    name: 'evidence of 3DS is used twice',
    file: 'src/payment/card/server/finishAuthentication.ts',
    search: 'authentication_id: evidence?.referenceId ?? null',
    replace: 'authentication_id: null',
    tests: ['src/payment/authentication/server/authentication.test.ts'],
    why: 'One confirmation at the bank pays for every ticket that a thief likes.',
  },
  {
    name: 'evidence of 3DS is used with another card',
    file: 'src/payment/card/server/finishAuthentication.ts',
    search: "(await isSameCard(deps, attempt, by.card)) ? toOutcome(authenticated, by.card) : 'other_card'",
    replace: 'toOutcome(authenticated, by.card)',
    tests: ['src/payment/authentication/server/authentication.test.ts'],
    why: 'Authenticated with one’s own card, charged to somebody else’s.',
  },
  {
    name: 'a webhook is booked as paid without a query at the bank',
    file: 'src/payment/server/notification/readNotification.ts',
    search: "const outcome = await queryAndSettle(deps, attempt, 'webhook', source)",
    replace: `const capturedCents = attempt.amount_cents
    const no = { nsu: null, endToEndId: null, authorisationCode: null, returnCode: null }
    const card = { brand: null, lastDigits: null, cardToken: null }
    const sale = { outcome: 'approved', reference, amountCents: capturedCents, capturedCents, voidedCents: 0 }
    const outcome = { ...sale, ...no, ...card } as const
    await settle(deps, attempt.id, outcome as never, { actor: 'webhook' })
    if (outcome.outcome !== 'approved') throw outcome`,
    tests: ['src/payment/pix/server/pixWebhook.test.ts'],
    why: 'Whoever learns the address writes ‘paid’, and drives out.',
  },
  {
    name: 'a superseded Pix is refunded before the outcome of the other payer’s card is known',
    file: 'src/payment/server/settle/applyCapture.ts',
    search:
      'if (coversAsked && isSupersededBy(settlement)) return deferSupersededPix(tx, settlement, approval)',
    replace: '',
    tests: ['src/payment/pix/server/pixSuperseded.test.ts'],
    why: 'The card fails, the Pix has gone back, and the ticket is unpaid.',
  },
  {
    name: 'open Pix codes are not rechecked when a card attempt fails',
    file: 'src/payment/server/changeState.ts',
    search: `  if (freesStay(payment.state, to)) await recheckOpenCodes(tx, payment, by.now)
`,
    replace: '',
    tests: ['src/payment/pix/server/pixSuperseded.test.ts', 'src/payment/pix/server/pixOvertaken.test.ts'],
    why: 'The phone is in the pocket, the car at the barrier, and the next card takes the money a second time.',
  },
  {
    name: 'a cancelled reservation does not end its hold',
    file: 'src/reservation/server/flow/cancelReservation.ts',
    search: 'await recordHoldEnding(tx, deps, payment, { requestedCents, lines, actor, now })',
    replace: '',
    tests: ['src/reservation/server/vectors.test.ts'],
    why: 'R$ 50,00 of the card stay blocked.',
  },
  {
    name: 'the end of a hold is requested twice',
    file: 'src/payment/hold/server/recordHoldEnding.ts',
    search: "if (!can('endHold', payment.state)) return false",
    replace: '',
    tests: ['src/reservation/server/vectors.test.ts'],
    why: 'A partial capture works once.',
  },
  {
    name: 'a reserved car leaves without an authorised exit',
    file: 'src/equipment/server/flow/answerExit.ts',
    search: "reason: isAuthorised && !isHeld ? state : 'not_authorised'",
    replace: "reason: isHeld ? 'paid' : state",
    tests: ['src/reservation/server/vectors.test.ts'],
    why: 'The hold is never taken.',
  },
  {
    name: 'the hold is captured for a segment that a machine already paid',
    file: 'src/reservation/server/reservationPayable.ts',
    search: 'stay.nextSegmentN === payment.segment_n && ',
    replace: '',
    tests: ['src/reservation/server/paidDuringCall.test.ts'],
    why: 'The driver pays twice, until one of them has gone back.',
  },
  {
    name: 'a new tariff applies to cars that are inside',
    file: 'src/ticket/server/ticketSnapshot.ts',
    search: 'ticket.tariff_id,',
    replace: '(select max(id) from tariff where lot_id = ticket.lot_id) as tariff_id,',
    tests: ['src/parking/server/backoffice/lots.test.ts'],
    why: 'The board at the entrance said another price.',
  },
  {
    name: 'an amount that was frozen before a validation is kept whole',
    file: 'src/ticket/server/flow/recordPortalPayment.ts',
    search: 'return Math.min(part.amountCents, dueCents)',
    replace: 'return Math.min(part.amountCents, Math.max(part.amountCents, dueCents))',
    tests: ['src/ticket/server/validation/openAmount.test.ts'],
    why: 'The driver would pay what the shop pays too.',
  },
  {
    name: 'a percentage that was fixed grows with the price',
    file: 'src/ticket/benefit.ts',
    search: 'validation.grantedCents ?? offOf(validation, stay, leftCents)',
    replace: 'offOf(validation, stay, leftCents)',
    tests: ['src/ticket/benefit.test.ts'],
    why: 'The driver would pay less than what the shop’s statement leaves.',
  },
  {
    name: 'a validation is granted to a car that had paid or left before it',
    file: 'src/ticket/server/gate/fixValidations.ts',
    search: 'isTold && addMs(at, exitReportGraceMs) < one.at',
    replace: 'isTold && addMs(at, exitReportGraceMs) < at',
    tests: ['src/ticket/server/validation/validations.test.ts'],
    why: 'The shop would owe what nobody took off.',
  },
]
