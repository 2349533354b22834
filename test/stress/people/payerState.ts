import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, at } from '#test/support/client.ts'
import type { Random } from '../../fuzz/random.ts'
import { summarise, type Visitor, type Run } from './visitor.ts'

const waiting = ['authorising', 'unknown', 'capturing', 'refunding']

export type Payer = { run: Run; random: Random; me: Visitor; token: string }

export async function cancel({ run, me, token }: Payer): Promise<boolean> {
  run.runLog.count(
    `payer: cancelled, ${summarise(await me.post(`/api/pm_transaction/${token}/cancelPayment`))}`,
  )
  return false
}

/** The state once it is settled, or after eight seconds. */
export async function stateAfter(me: Visitor, token: string): Promise<unknown> {
  const deadline = performance.now() + 8_000
  for (;;) {
    const answer: Answer = await me.get(`/api/pm_transaction/${token}`)
    const state = at(answer.body, 'data.state')
    if (!waiting.includes(String(state)) || performance.now() > deadline) return state
    await wait(400)
  }
}
