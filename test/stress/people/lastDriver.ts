import { minuteMs } from '#kit/clock.ts'
import { at } from '#test/support/client.ts'
import { cardEndingIn, openTransaction, pay } from '#test/support/flow.ts'
import { Dice } from '../../fuzz/dice.ts'
import { stateAfter } from './screen.ts'
import { atGate, Visitor, type World } from './visitor.ts'

/** A car that came two hours before `now` is paid by a card that passes. */
export async function sellOne(world: World, now: Date): Promise<void> {
  const dice = new Dice(1)
  const entered_at = new Date(now.getTime() - 130 * minuteMs).toISOString()
  const entry = await atGate(world, dice, (gate, headers) =>
    gate.entry({ lot_id: 1, gate: 'E1', entered_at }, headers),
  )
  const me = new Visitor(world, dice)
  const token = await openTransaction(me, String(at(entry.body, 'code')))
  await pay(me, token, cardEndingIn(0))
  const state = await stateAfter(me, token)
  if (state !== 'captured') world.story.violate('the last driver could not pay', { token, state })
}
