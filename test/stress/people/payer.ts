import { setTimeout as wait } from 'node:timers/promises'
import { atTheBank, authenticateOnly } from '#test/support/bank.ts'
import { at } from '#test/support/client.ts'
import { address, authenticated, cardBody, cardEndingIn, payer as person } from '#test/support/flow.ts'
import type { Random } from '../../fuzz/random.ts'
import { payByPix } from './pixPayer.ts'
import { cancel, type Payer, stateAfter } from './payerState.ts'
import { summarise, Visitor, type Run } from './visitor.ts'

/** One payer of a ticket: looks it up, opens a payment and tries to pay. Answers whether the portal says that it is paid. */
export async function payTicket(run: Run, random: Random, code: string): Promise<boolean> {
  const { runLog } = run
  const me = new Visitor(run, random)
  await wait(random.below(1_500))
  const read = await me.post('/api/tk_ticket/read', { code })
  const value = at(read.body, 'data.ticket.value')
  if (value === 0) runLog.count('payer: nothing is due')
  if (read.status !== 200 || value === 0) return false
  await me.post('/api/account/set_account', person)
  await me.post('/api/account/set_address', address)
  const created = await me.post('/api/tk_ticket/createTransaction', {
    payment_type: random.chance(0.3) ? 3 : random.chance(0.25) ? 2 : 1,
    pm_person_paymethod_id: null,
    ticket_code: code,
    ticket_value: value,
  })
  const token = at(created.body, 'data.ws_token')
  runLog.count(`payer: opened a payment, ${created.status}`)
  if (typeof token !== 'string') return false
  const payer = { run, random, me, token }
  return at(created.body, 'data.payment_type') === 3 ? payByPix(payer, payOpened) : payOpened(payer)
}

/** Tries up to three cards, or leaves, or cancels. */
export async function payOpened(payer: Payer): Promise<boolean> {
  const { run, random, me, token } = payer
  const { runLog } = run
  for (let tries = 0; tries < 3; tries += 1) {
    await wait(random.below(600))
    if (random.chance(0.06)) {
      runLog.count('payer: left without paying')
      return false
    }
    if (random.chance(0.07)) return cancel(payer)
    await tryCard(payer)
    const state = await stateAfter(me, token)
    if (state === 'captured' || state === 'partly_refunded') {
      run.paid.push(token)
      runLog.count('payer: paid')
      return true
    }
    if (state === 'authorised') return true
    if (state !== 'created') {
      runLog.count(`payer: left with ${String(state)}`)
      return state === 'unknown' && random.chance(0.3) ? cancel(payer) : false
    }
  }
  return false
}

/** Presses PAGAR, sometimes twice at once, or cancels meanwhile. */
async function tryCard({ run, random, me, token }: Payer): Promise<void> {
  const { runLog } = run
  const card = cardEndingIn(digitOf(random), random.below(9_999))
  const press = () => me.post(`/api/pm_transaction/${token}/pay`, cardBody(card))
  const twice = random.chance(0.1)
  const cancelling = random.chance(0.08) ? random.below(900) : null
  const [answer] = await Promise.all([
    press(),
    twice ? press() : null,
    cancelling === null ? null : wait(cancelling).then(() => cancel({ run, random, me, token })),
  ])
  runLog.count(`payer: pressed PAGAR${twice ? ' twice' : ''}`)
  if (at(answer.body, 'data.authenticate') === true) return finish({ run, random, me, token }, card)
  const page = at(answer.body, 'data.authUrl')
  if (typeof page === 'string') await bank({ run, random, me, token }, page)
  else if (answer.status !== 200) runLog.count(`payer: refused, ${summarise(answer)}`)
}

/** The cardholder authenticates, fails, leaves, or presses PAGAR twice with the result. */
async function finish(payer: Payer, card: string): Promise<void> {
  const { run, random, me, token } = payer
  await me.get(`/payment/${token}/authenticate`)
  await wait(random.below(1_500))
  const result = random.pick(['success', 'success', 'success', 'failure', 'left', 'lost'] as const)
  run.runLog.count(`payer: authentication, ${result}`)
  if (result === 'lost') return
  const authentication = result === 'success' ? authenticated() : { result }
  const press = () => me.post(`/api/pm_transaction/${token}/pay`, { ...cardBody(card), authentication })
  const [answer] = await Promise.all([press(), random.chance(0.1) ? press() : null])
  const page = at(answer.body, 'data.authUrl')
  if (typeof page === 'string') await bank(payer, page)
  else if (answer.status !== 200) run.runLog.count(`payer: refused, ${summarise(answer)}`)
}

/** The last digit of a card, which decides the acquirer's answer. */
function digitOf(random: Random): number {
  if (random.chance(0.15)) return random.pick([2, 3, 5, 7, 8])
  return random.chance(0.15) ? 6 : random.pick([0, 1, 4, 9])
}

async function bank({ run, random, me }: Payer, page: string): Promise<void> {
  await wait(random.below(1_500))
  const choice = random.pick([
    'authenticated',
    'authenticated',
    'authenticated',
    'refused',
    'abandoned',
    'lost',
  ] as const)
  run.runLog.count(`payer: at the bank, ${choice}`)
  try {
    await (choice === 'lost' ? authenticateOnly(page) : atTheBank(me, page, choice))
  } catch {
    run.runLog.count('payer: the return from the bank failed')
  }
}
