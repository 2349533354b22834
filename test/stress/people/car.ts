import { setTimeout as wait } from 'node:timers/promises'
import { at } from '#test/support/client.ts'
import { Dice } from '../../fuzz/dice.ts'
import { payTicket } from './payer.ts'
import { atGate, Visitor, type World } from './visitor.ts'

const payers = 4

/** A car of a lot without reservations that came hours ago; four people pay its ticket at once, perhaps a machine too. */
export async function car(world: World, dice: Dice): Promise<void> {
  const { story } = world
  const lot_id = dice.pick([1, 1, 2, 3])
  const entered_at = new Date(Date.now() - (130 + dice.below(300)) * 60_000).toISOString()
  const entry = await atGate(world, dice, (gate, headers) =>
    gate.entry({ lot_id, gate: 'E1', entered_at }, headers),
  )
  const code = at(entry.body, 'code')
  if (typeof code !== 'string') return story.violate('an entry was refused', entry.body)
  story.note('car: came in')

  const seeds = Array.from({ length: payers }, () => dice.below(2 ** 31))
  const told = await Promise.all([
    ...seeds.map((seed) => payTicket(world, new Dice(seed), code)),
    dice.falls(0.25) ? atMachine(world, new Dice(dice.below(2 ** 31)), code) : false,
  ])
  const isPaid = told.includes(true)
  if (dice.falls(0.15)) return story.note('car: stays inside')
  await leave(world, dice, { code, lot_id, isPaid })
}

/** Pays what a browser shows, or only a part of it, while the others pay too. */
async function atMachine(world: World, dice: Dice, code: string): Promise<boolean> {
  await wait(dice.below(5_000))
  const read = await new Visitor(world, dice).post('/api/tk_ticket/read', { code })
  const due = Number(at(read.body, 'data.ticket.value') ?? 0)
  const amount = dice.falls(0.3) ? Math.floor(due / 2) : due
  // The feed of a machine is late: it took the money before it knew.
  await wait(dice.below(1_500))
  if (amount === 0) return false
  const paid_at = new Date().toISOString()
  const paid = await atGate(world, dice, (gate, headers) =>
    gate.payment({ code, amount, paid_at, method: 'cash' }, headers),
  )
  world.story.note(`machine: paid, ${paid.status}`)
  return at(paid.body, 'paid') === true
}

/** Up to the gate: who was told that it is paid must get out; who comes twice does so once. */
async function leave(
  world: World,
  dice: Dice,
  { code, lot_id, isPaid }: { code: string; lot_id: number; isPaid: boolean },
): Promise<void> {
  const ask = () => atGate(world, dice, (gate, headers) => gate.exit({ lot_id, gate: 'S1', code }, headers))
  const answers = await Promise.all(dice.falls(0.2) ? [ask(), ask()] : [ask()])
  const opened = answers.filter(({ body }) => at(body, 'open') === true).length
  if (opened > 1) world.story.violate('the gate opened twice', { code })
  if (isPaid && opened === 0)
    world.story.violate('paid, and the gate stays shut', { code, answers: answers.map(({ body }) => body) })
  world.story.note(opened > 0 ? 'car: left' : 'car: the gate stayed shut')
}
