import { setTimeout as wait } from 'node:timers/promises'
import { codeAt } from '#staff/server/totp.ts'
import { at, PortalClient } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { logIn } from '#test/support/people.ts'
import { Random } from '../../fuzz/random.ts'
import { decideUnclearRefund } from './unclearRefunds.ts'
import { summarise, Visitor, type Run } from './visitor.ts'

/** Signs in the two members of staff who may refund; `laterMs`: how far the clock has moved on. */
export async function signInDesk(run: Run, random: Random, laterMs = 0): Promise<Visitor[]> {
  const members = (run.environment.demo.staff ?? []).filter(({ level }) => level <= 2)
  return Promise.all(
    members.map(async (member) => {
      // The code depends on the first instance's clock.
      const first = new PortalClient(run.environment.first)
      must(await logIn(first, member))
      const code = codeAt(member.totp_secret ?? '', new Date(Date.now() + laterMs))
      must(await first.post('/api/staff/second_factor', { code }))
      const browser = new Visitor(run, new Random(random.below(2 ** 31)))
      for (const [name, value] of first.cookies) browser.cookies.set(name, value)
      return browser
    }),
  )
}

/** Both refund and decide cases until `isOver`, mostly of the same payments at the same time. */
export async function workAtDesk(
  run: Run,
  random: Random,
  { members, isOver }: { members: readonly Visitor[]; isOver: () => boolean },
): Promise<void> {
  while (!isOver()) {
    await wait(150 + random.below(250))
    const token = run.paid.length > 0 ? random.pick(run.paid.slice(-12)) : null
    const choices = members.map(() => ({ share: random.next(), whole: random.chance(0.12) }))
    if (token !== null && random.chance(0.9))
      await Promise.all(members.map((member, n) => refund(run, member, { token, ...choices[n] })))
    else await decideWaiting(run, random, random.pick(members))
  }
}

/** Refunds a part of what is kept, seldom all of it. */
async function refund(
  { runLog }: Run,
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
  const part = whole ? 'everything' : 'a part'
  runLog.count(`desk: refunds ${part}, ${summarise(answer)}`)
}

/** Decides a waiting payment: queries it again, or decides one that was paid twice. */
async function decideWaiting(run: Run, random: Random, member: Visitor): Promise<void> {
  const { runLog } = run
  const list = at((await member.get('/api/staff/transactions?state=waiting')).body, 'data')
  if (!Array.isArray(list) || list.length === 0) return
  const token = at(random.pick(list), 'id')
  const path = `/api/staff/transactions/${String(token)}`
  const file = (await member.get(`${path}/edit`)).body
  const attempts = at(file, 'data.attempts')
  const twice = (Array.isArray(attempts) ? attempts : []).find((attempt) => {
    const can = at(attempt, 'can')
    return at(attempt, 'state') === 'captured' && Array.isArray(can) && can.includes('accept')
  })
  const reason = 'Conferido com a adquirente'
  if (twice !== undefined) {
    const decision = random.pick(['accept', 'give_back'])
    const value = at(file, 'data.cases.0.amount.value')
    const decided = { decision, reason, value }
    const { status } = await member.post(`${path}/attempts/${String(at(twice, 'n'))}`, decided)
    return runLog.count(`desk: decides ${decision}, ${status}`)
  }
  if (at(file, 'data.can.decide_refund') === true) return decideUnclearRefund(run, member, String(token))
  const { status } = await member.post(`${path}/decide`, { decision: 'ask', reason })
  runLog.count(`desk: queries again, ${status}`)
}
