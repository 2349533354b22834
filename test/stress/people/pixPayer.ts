import { pixOrderKey } from '#acquirer/server/pixSales.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { cancel, type Payer, stateAfter } from './payerState.ts'
import { summarise } from './visitor.ts'

/** Cielo's codes are paid once (src/acquirer/server/pix/README.md#pix-at-cielo), also when it made two of one. */
const paidAgain = 'pays twice'

/** What payers do with a code, as often as listed here. */
const actions = [
  'pays',
  'pays',
  'pays',
  'pays',
  paidAgain,
  'pays less',
  'pays more',
  'cancels and pays',
  'pays late',
  'cancels',
  'changes to card',
  'changes to card and pays',
  'leaves',
] as const

/** Opens a Pix and does something with its code. Answers whether the portal says that it is paid. */
export async function payByPix(payer: Payer, byCard: (payer: Payer) => Promise<boolean>): Promise<boolean> {
  const { run, random, me, token } = payer
  const { runLog } = run
  const press = () => me.post(`/api/pm_transaction/${token}/pay`, { method: 'pix' })
  const [answer] = await Promise.all([press(), random.chance(0.1) ? press() : null])
  runLog.count(`payer: asked for a Pix, ${summarise(answer)}`)
  const state = await stateAfter(me, token)
  const names = [1, 2, 3, 4, 5].map((n) => pixOrderKey({ token, n }))
  const charges = await run.environment.pix.ledger()
  const order = charges.findLast(({ order }) => names.includes(order))?.order
  const [charge, twin] = charges.filter((one) => one.order === order)
  if (state !== 'awaiting_payment' || !charge) return false
  const mayTwice = run.environment.pixAt === 'bacen' || twin !== undefined
  const action = random.pick(actions.filter((action) => action !== paidAgain || mayTwice))
  runLog.count(`payer: ${action}`)
  await wait(random.below(1_500))
  if (action.startsWith('cancels')) await cancel(payer)
  if (action.startsWith('changes'))
    await me.post(`/api/pm_transaction/${token}/changeType`, { payment_type: 1 })
  const card = action === 'changes to card and pays' && random.chance(0.5) ? byCard(payer) : null
  const send = async () => {
    const codes = [charge, twin ?? charge]
    for (const [n, cents] of amountsOf(action, charge.amount).entries())
      await run.environment.pix.pay((codes[n] ?? charge).txid, cents)
  }
  if (action === 'pays late') {
    run.late.push(send)
    return false
  }
  await send()
  if (action === 'changes to card') return byCard(payer)
  const isPaid = (await card) ?? (await isShownPaid(payer))
  if (isPaid && card === null) run.paid.push(token)
  return isPaid
}

function amountsOf(action: (typeof actions)[number], asked: number): number[] {
  if (action === paidAgain) return [asked, asked]
  if (action === 'pays less') return [Math.max(1, asked - 100)]
  if (action === 'pays more') return [asked + 250]
  return action.endsWith('pays') || action === 'pays late' ? [asked] : []
}

/** Queries each second, as the page does. */
async function isShownPaid({ me, token, run }: Payer): Promise<boolean> {
  for (let attempts = 0; attempts < 6; attempts += 1) {
    const state = await stateAfter(me, token)
    if (state === 'captured' || state === 'partly_refunded') {
      run.runLog.count('payer: Pix paid')
      return true
    }
    if (state !== 'awaiting_payment') return false
    await wait(1_000)
  }
  return false
}
