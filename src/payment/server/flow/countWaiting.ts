import type { Db } from '#db/schema.ts'
import type { PaymentState } from '../../paymentState.ts'
import { isInIndexedState } from '../reads/inState.ts'

const waiting = [
  'authorising',
  'awaiting_cardholder',
  'awaiting_payment',
  'unknown',
  'refunding',
  'review',
] as const satisfies readonly PaymentState[]

/** How many payments wait for somebody, by state; states without one are left out. */
export async function countWaiting(db: Db): Promise<Readonly<Record<string, number>>> {
  const states = await db
    .selectFrom('payment')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .where('state', 'in', waiting)
    .where(isInIndexedState)
    .groupBy('state')
    .execute()
  return Object.fromEntries(states.map(({ state, count }) => [state, count]))
}
