import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, at } from '#test/support/client.ts'
import type { Dice } from '../../fuzz/dice.ts'
import { inShort, type Visitor, type World } from './visitor.ts'

const waiting = ['authorising', 'unknown', 'capturing', 'refunding']

/** Somebody at a screen; `told`: what it shows of the payment. */
export type Payer = { world: World; dice: Dice; me: Visitor; token: string }

export async function cancel({ world, me, token }: Payer): Promise<boolean> {
  world.story.note(
    `payer: cancelled, ${inShort(await me.post(`/api/pm_transaction/${token}/cancelPayment`))}`,
  )
  return false
}

/** The state once somebody has said something, looked at for eight seconds. */
export async function stateAfter(me: Visitor, token: string): Promise<unknown> {
  const deadline = performance.now() + 8_000
  for (;;) {
    const answer: Answer = await me.get(`/api/pm_transaction/${token}`)
    const state = at(answer.body, 'data.state')
    if (!waiting.includes(String(state)) || performance.now() > deadline) return state
    await wait(400)
  }
}
