import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Answer, at } from '#test/support/client.ts'
import { addVehicle, callsOn, createReserve, freshPlate } from '#test/support/garage/reserve.ts'
import { createAccount, randomPerson } from '#test/support/people.ts'
import type { Dice } from '../../fuzz/dice.ts'
import { payOpened } from './payer.ts'
import { atGate, Visitor, type World } from './visitor.ts'

type Customer = { me: Visitor; plate: string; vehicleId: number }

/** Somebody with an account and a car, before the trouble begins. */
export async function customer(world: World, dice: Dice): Promise<Customer> {
  const me = new Visitor(world, dice)
  await createAccount(
    me,
    randomPerson((count) => dice.below(count)),
  )
  const plate = freshPlate()
  return { me, plate, vehicleId: await addVehicle(me, plate) }
}

const fates = ['cancelled', 'used', 'used', 'used up', 'free', 'no-show'] as const

/** A reserved space and what becomes of it. The latest arrival of who does not come passes while all is let settle. */
export async function reservation(
  world: World,
  dice: Dice,
  { me, plate, vehicleId }: Customer,
): Promise<void> {
  const { story } = world
  const created = await repeated(() => createReserve(me, vehicleId, 1))
  const token = at(created.body, 'ws_token')
  const code = at(created.body, 'ticket_code')
  story.note(`reservation: made, ${created.status}`)
  if (typeof token !== 'string' || typeof code !== 'string') return
  const calls = callsOn(me, token)
  await payOpened({ world, dice, me, token })
  if (at((await calls.read()).body, 'data.state') !== 'authorised') return story.note('reservation: not held')
  const fate = dice.pick(fates)
  story.note(`reservation: ${fate}`)
  await wait(dice.below(1_000))
  if (fate === 'no-show') return
  if (fate === 'cancelled') {
    const [once] = await Promise.all([repeated(calls.cancel), dice.falls(0.4) ? calls.cancel() : null])
    return story.note(`reservation: cancel answered ${once.status}`)
  }
  await atGate(world, dice, (gate, headers) => gate.entry({ lot_id: 1, gate: 'E2', plate }, headers))
  await parked(world, code, { used: 250, 'used up': 3_200, free: 3 }[fate])
  await leave(world, dice, { me, token, code })
}

/** 'Autorizar saída', now and then twice at once; a difference is paid; then the gate. */
async function leave(
  world: World,
  dice: Dice,
  { me, token, code }: { me: Visitor; token: string; code: string },
): Promise<void> {
  const { story } = world
  const calls = callsOn(me, token)
  for (let tries = 0; tries < 8; tries += 1) {
    const [answer] = await Promise.all([calls.confirm(), dice.falls(0.3) ? calls.confirm() : null])
    const surplus = at(answer.body, 'data.surplus_token')
    const isPutOff = at(answer.body, 'data.ok') === false && typeof surplus !== 'string'
    if (isPutOff && dice.falls(0.5)) await atMachine(world, dice, { code, value: await calls.value() })
    if (typeof surplus === 'string') {
      story.note('reservation: a difference is due')
      await payOpened({ world, dice, me, token: surplus })
    }
    const left = await atGate(world, dice, (gate, headers) =>
      gate.exit({ lot_id: 1, gate: 'S2', code }, headers),
    )
    if (at(left.body, 'open') === true) return story.note('reservation: left')
    if (at(answer.body, 'data.ok') === true)
      story.violate('the exit was authorised, and the gate stays shut', { code, left: left.body })
    await wait(800)
  }
  story.note('reservation: stays inside')
}

/** Pays what the stay costs where it stands: the hold was not used when the exit was asked for. */
async function atMachine(
  world: World,
  dice: Dice,
  { code, value }: { code: string; value: Answer },
): Promise<void> {
  const amount = Number(at(value.body, 'data.value') ?? 0)
  if (amount === 0) return
  const paid_at = new Date().toISOString()
  const paid = await atGate(world, dice, (gate, headers) =>
    gate.payment({ code, amount, paid_at, method: 'cash' }, headers),
  )
  world.story.note(`reservation: paid at a machine, ${paid.status}`)
}

/** As if this car had been inside for so long. */
async function parked({ scene }: World, code: string, minutes: number): Promise<void> {
  await sql`update ticket set entered_at = entered_at - ${minutes} * interval '1 minute' where code = ${code}`.execute(
    scene.db,
  )
}

/** Said again until it is answered: the second time changes nothing. */
async function repeated(call: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await call()
    if ((answer.status !== 0 && answer.status !== 503) || tries > 8) return answer
    await wait(300)
  }
}
