import { setTimeout as wait } from 'node:timers/promises'
import { codeAt } from '#staff/server/totp.ts'
import { at, PortalClient } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { logIn } from '#test/support/people.ts'
import { Dice } from '../../fuzz/dice.ts'
import { sayWhatArrived } from './site.ts'
import { inShort, Visitor, type World } from './visitor.ts'

/** Two who may give money back, signed in before the trouble begins, or so much later. */
export async function signInDesk(world: World, dice: Dice, laterMs = 0): Promise<Visitor[]> {
  const members = (world.scene.demo.staff ?? []).filter(({ level }) => level <= 2)
  return Promise.all(
    members.map(async (member) => {
      // The code is of the first instance's clock.
      const first = new PortalClient(world.scene.first)
      must(await logIn(first, member))
      const code = codeAt(member.totp_secret ?? '', new Date(Date.now() + laterMs))
      must(await first.post('/api/staff/second_factor', { code }))
      const browser = new Visitor(world, new Dice(dice.below(2 ** 31)))
      for (const [name, value] of first.cookies) browser.cookies.set(name, value)
      return browser
    }),
  )
}

/** Both give money back and look after the queue until `isExpired`, mostly of the same payments at the same time. */
export async function workAtDesk(
  world: World,
  dice: Dice,
  { members, isOver }: { members: readonly Visitor[]; isOver: () => boolean },
): Promise<void> {
  while (!isOver()) {
    await wait(150 + dice.below(250))
    const token = world.paid.length > 0 ? dice.pick(world.paid.slice(-12)) : null
    const wishes = members.map(() => ({ share: dice.next(), whole: dice.falls(0.12) }))
    if (token !== null && dice.falls(0.9))
      await Promise.all(members.map((member, n) => refund(world, member, { token, ...wishes[n] })))
    else await lookAfterQueue(world, dice, dice.pick(members))
  }
}

/** Gives back a part of what the screen shows as kept, seldom all of it. */
async function refund(
  { story }: World,
  member: Visitor,
  { token, share = 0, whole = false }: { token: string; share?: number; whole?: boolean },
): Promise<void> {
  const path = `/api/staff/transactions/${token}`
  const file = await member.get(`${path}/edit`)
  if (at(file.body, 'data.can.refund') !== true) return
  const keptCents = Math.round(Number(at(file.body, 'data.kept.value')) * 100)
  const cents = whole ? keptCents : Math.max(1, Math.floor(keptCents * share * 0.4))
  const answer = await member.post(`${path}/refund`, {
    value: cents / 100,
    kept: keptCents / 100,
    reason: 'Cobrança indevida',
  })
  const asked = whole ? 'everything' : 'a part'
  story.note(`desk: gives back ${asked}, ${inShort(answer)}`)
}

/** Asks again about one that waits, or decides what was paid twice. */
async function lookAfterQueue(world: World, dice: Dice, member: Visitor): Promise<void> {
  const { story } = world
  const list = at((await member.get('/api/staff/transactions?state=waiting')).body, 'data')
  if (!Array.isArray(list) || list.length === 0) return
  const token = at(dice.pick(list), 'id')
  const path = `/api/staff/transactions/${String(token)}`
  const file = (await member.get(`${path}/edit`)).body
  const attempts = at(file, 'data.attempts')
  const twice = (Array.isArray(attempts) ? attempts : []).find((attempt) => {
    const can = at(attempt, 'can')
    return at(attempt, 'state') === 'captured' && Array.isArray(can) && can.includes('accept')
  })
  const reason = 'Conferido com a adquirente'
  if (twice !== undefined) {
    const decision = dice.pick(['accept', 'give_back'])
    const { status } = await member.post(`${path}/attempts/${String(at(twice, 'n'))}`, { decision, reason })
    return story.note(`desk: decides ${decision}, ${status}`)
  }
  if (at(file, 'data.can.decide_refund') === true) return sayWhatArrived(world, member, String(token))
  const { status } = await member.post(`${path}/decide`, { decision: 'ask', reason })
  story.note(`desk: asks again, ${status}`)
}
