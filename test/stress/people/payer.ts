import { setTimeout as wait } from 'node:timers/promises'
import { atTheBank, authenticateOnly } from '#test/support/bank.ts'
import { at } from '#test/support/client.ts'
import { address, authenticated, cardBody, cardEndingIn, payer as person } from '#test/support/flow.ts'
import type { Dice } from '../../fuzz/dice.ts'
import { payByPix } from './pixPayer.ts'
import { cancel, type Payer, stateAfter } from './screen.ts'
import { inShort, Visitor, type World } from './visitor.ts'

/** One of those who stand before the same ticket: looks it up, opens a payment and tries. Answers whether told that it is paid. */
export async function payTicket(world: World, dice: Dice, code: string): Promise<boolean> {
  const { story } = world
  const me = new Visitor(world, dice)
  await wait(dice.below(1_500))
  const read = await me.post('/api/tk_ticket/read', { code })
  const value = at(read.body, 'data.ticket.value')
  if (value === 0) story.note('payer: nothing is due')
  if (read.status !== 200 || value === 0) return false
  await me.post('/api/account/set_account', person)
  await me.post('/api/account/set_address', address)
  const created = await me.post('/api/tk_ticket/createTransaction', {
    payment_type: dice.falls(0.3) ? 3 : dice.falls(0.25) ? 2 : 1,
    pm_person_paymethod_id: null,
    ticket_code: code,
    ticket_value: value,
  })
  const token = at(created.body, 'data.ws_token')
  story.note(`payer: opened a payment, ${created.status}`)
  if (typeof token !== 'string') return false
  const payer = { world, dice, me, token }
  return at(created.body, 'data.payment_type') === 3 ? payByPix(payer, payOpened) : payOpened(payer)
}

/** Tries up to three cards, or walks away, or cancels. */
export async function payOpened(payer: Payer): Promise<boolean> {
  const { world, dice, me, token } = payer
  const { story } = world
  for (let tries = 0; tries < 3; tries += 1) {
    await wait(dice.below(600))
    if (dice.falls(0.06)) {
      story.note('payer: walked away')
      return false
    }
    if (dice.falls(0.07)) return cancel(payer)
    await tryCard(payer)
    const state = await stateAfter(me, token)
    if (state === 'captured' || state === 'partly_refunded') {
      world.paid.push(token)
      story.note('payer: told that it is paid')
      return true
    }
    if (state === 'authorised') return true
    if (state !== 'created') {
      story.note(`payer: left with ${String(state)}`)
      return state === 'unknown' && dice.falls(0.3) ? cancel(payer) : false
    }
  }
  return false
}

/** Presses PAGAR, now and then twice at once, or cancels while it runs. */
async function tryCard({ world, dice, me, token }: Payer): Promise<void> {
  const { story } = world
  const card = cardEndingIn(digitOf(dice), dice.below(9_999))
  const press = () => me.post(`/api/pm_transaction/${token}/pay`, cardBody(card))
  const twice = dice.falls(0.1)
  const cancelling = dice.falls(0.08) ? dice.below(900) : null
  const [answer] = await Promise.all([
    press(),
    twice ? press() : null,
    cancelling === null ? null : wait(cancelling).then(() => cancel({ world, dice, me, token })),
  ])
  story.note(`payer: pressed PAGAR${twice ? ' twice' : ''}`)
  if (at(answer.body, 'data.authenticate') === true) return finish({ world, dice, me, token }, card)
  const page = at(answer.body, 'data.authUrl')
  if (typeof page === 'string') await bank({ world, dice, me, token }, page)
  else if (answer.status !== 200) story.note(`payer: refused, ${inShort(answer)}`)
}

/** The bank asks the cardholder in the page, who answers, leaves it, or presses PAGAR twice with what it left. */
async function finish(payer: Payer, card: string): Promise<void> {
  const { world, dice, me, token } = payer
  await me.get(`/payment/${token}/authenticate`)
  await wait(dice.below(1_500))
  const result = dice.pick(['success', 'success', 'success', 'failure', 'left', 'lost'] as const)
  world.story.note(`payer: authentication, ${result}`)
  if (result === 'lost') return
  const authentication = result === 'success' ? authenticated() : { result }
  const press = () => me.post(`/api/pm_transaction/${token}/pay`, { ...cardBody(card), authentication })
  const [answer] = await Promise.all([press(), dice.falls(0.1) ? press() : null])
  const page = at(answer.body, 'data.authUrl')
  if (typeof page === 'string') await bank(payer, page)
  else if (answer.status !== 200) world.story.note(`payer: refused, ${inShort(answer)}`)
}

/** Approved; refused; approved, and the answer says nothing of it. */
function digitOf(dice: Dice): number {
  if (dice.falls(0.15)) return dice.pick([2, 3, 5, 7, 8])
  return dice.falls(0.15) ? 6 : dice.pick([0, 1, 4, 9])
}

async function bank({ world, dice, me }: Payer, page: string): Promise<void> {
  await wait(dice.below(1_500))
  const choice = dice.pick([
    'authenticated',
    'authenticated',
    'authenticated',
    'refused',
    'abandoned',
    'lost',
  ] as const)
  world.story.note(`payer: at the bank, ${choice}`)
  try {
    await (choice === 'lost' ? authenticateOnly(page) : atTheBank(me, page, choice))
  } catch {
    world.story.note('payer: the way back from the bank was lost')
  }
}
