import { expect, it } from 'vitest'
import { centsToTake, findTakeRefusal, receivedProblem, type TakeFacts } from './takeDecision.ts'

const due: TakeFacts = {
  isReserved: false,
  isBeingPaid: false,
  stay: { state: 'due', dueCents: 700 },
  debtCents: null,
}
const nothing = (state: TakeFacts['stay']['state']) => ({ stay: { state, dueCents: 0 } })

it.each<[string, Partial<TakeFacts>, ReturnType<typeof findTakeRefusal>, number]>([
  ['a due amount', {}, null, 700],
  ['past the exit deadline', { stay: { state: 'overdue', dueCents: 100 } }, null, 100],
  ['a reservation', { isReserved: true }, 'ticket_reserved', 700],
  ['a reservation that is paid', { isReserved: true, ...nothing('paid') }, 'ticket_reserved', 0],
  ['a paid ticket', nothing('paid'), 'already_paid', 0],
  [
    'a paid ticket with another payment under way',
    { ...nothing('paid'), isBeingPaid: true },
    'already_paid',
    0,
  ],
  ['within the entry tolerance', nothing('free'), 'nothing_due', 0],
  ['before the entrance', nothing('issued'), 'nothing_due', 0],
  ['a car that left paid', nothing('exited'), 'nothing_due', 0],
  ['a blocked ticket without replacement', nothing('blocked'), 'nothing_due', 0],
  ['a payment that was sent', { isBeingPaid: true }, 'payment_in_flight', 700],
  ['a car that left owing', { ...nothing('exited'), debtCents: 300 }, null, 300],
  ['a car that left owing and has paid since', { ...nothing('exited'), debtCents: 0 }, 'already_paid', 0],
  [
    'a car that left owing and has paid too much since',
    { ...nothing('exited'), debtCents: -5 },
    'already_paid',
    0,
  ],
])('%s', (_, change, refusal, cents) => {
  const facts = { ...due, ...change }
  expect(findTakeRefusal(facts)).toBe(refusal)
  expect(centsToTake(facts)).toBe(cents)
})

it.each([
  [699, false],
  [700, true],
  [1_000, true],
  [100_700, true],
  [100_701, false],
])('received %d for 700 is accepted: %s', (received, isAccepted) => {
  expect(receivedProblem(received, 700) === null).toBe(isAccepted)
})
