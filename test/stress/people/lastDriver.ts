import { minuteMs } from '#kit/clock.ts'
import { at } from '#test/support/client.ts'
import { cardEndingIn, openTransaction, pay } from '#test/support/flow.ts'
import { Random } from '../../fuzz/random.ts'
import { stateAfter } from './payerState.ts'
import { callGate, Visitor, type Run } from './visitor.ts'

/** A car that entered two hours before `now` is paid by a card that is approved. */
export async function sellOne(run: Run, now: Date): Promise<void> {
  const random = new Random(1)
  const entered_at = new Date(now.getTime() - 130 * minuteMs).toISOString()
  const entry = await callGate(run, random, (gate, headers) =>
    gate.entry({ lot_id: 1, gate: 'E1', entered_at }, headers),
  )
  const me = new Visitor(run, random)
  const token = await openTransaction(me, String(at(entry.body, 'code')))
  await pay(me, token, cardEndingIn(0))
  const state = await stateAfter(me, token)
  if (state !== 'captured') run.runLog.violation('the last driver could not pay', { token, state })
}
