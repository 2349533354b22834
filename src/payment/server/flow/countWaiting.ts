import type { Db } from '#db/schema.ts'
import type { PaymentState } from '../../paymentState.ts'
import { isInIndexedState, isUnderWay } from '../views/stateSql.ts'

const waiting = [
  'awaiting_cardholder',
  'awaiting_payment',
  'unknown',
  'refunding',
  'review',
] as const satisfies readonly PaymentState[]

/** Counts the waiting payments by state. */
export async function countWaiting(db: Db): Promise<Readonly<Record<string, number>>> {
  const counted = db
    .selectFrom('payment')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .groupBy('state')
  const states = await counted
    .where('state', 'in', waiting)
    .where(isInIndexedState)
    .unionAll(counted.where('state', '=', 'authorising').where(isUnderWay))
    .execute()
  return Object.fromEntries(states.map(({ state, count }) => [state, count]))
}
