import { expect, it } from 'vitest'
import { paymentState } from './contract.ts'
import { can } from './paymentState.ts'
import { caseKinds, staffClosedKinds } from './caseKinds.ts'
import { cases } from './cases.ts'
import {
  attemptExits,
  eventExits,
  endingExits,
  paymentExits,
  refundExits,
} from '#test/support/reporting/exits.ts'
import { attemptStates } from './attemptStates.ts'
import { paymentStates } from './stateTexts.ts'

it('every state is final or has a party that ends it', () => {
  for (const [state, { by }] of Object.entries(paymentExits)) {
    const row = Object.entries(paymentStates).find(([name]) => name === state)?.[1]
    expect([state, by === null]).toEqual([state, row?.endedBy === null])
  }
  for (const [state, { by }] of Object.entries(attemptExits)) {
    const row = Object.entries(attemptStates).find(([name]) => name === state)?.[1]
    const goesOn = state === 'held' || state === 'giving_back' || row?.isOver === false
    expect([state, by !== null]).toEqual([state, goesOn])
  }
})

it('every case has a limit or opens at once', () => {
  const all = [paymentExits, attemptExits, refundExits, endingExits, eventExits].flatMap((rows) =>
    Object.values(rows),
  )
  const late = all.flatMap((row) => (row.late === null || row.late === 'queue' ? [] : [row.late]))
  expect([...new Set(late)].toSorted()).toEqual([...caseKinds].toSorted())
  expect(caseKinds.filter((kind) => !('limitMs' in cases[kind]))).toEqual([
    'paid_twice',
    'came_in_time',
    'acquirer_setup',
    'kept_again',
    ...staffClosedKinds,
  ])
})

it('staff have an action for every state and case in the queue', () => {
  const mute = paymentState.options.filter(
    (state) => paymentExits[state].late === 'queue' && !can('askAgain', state),
  )
  expect(mute).toEqual([])
})
