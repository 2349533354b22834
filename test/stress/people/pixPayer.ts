import { pixOrderKey } from '#acquirer/server/pixSales.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { cancel, type Payer, stateAfter } from './screen.ts'
import { inShort } from './visitor.ts'

/** Cielo's codes are paid once (src/acquirer/server/pix/README.md#pix-at-cielo), each of the two that it made of one. */
const paidAgain = 'pays twice'

/** What people do with a code, as often as it stands here. */
const deeds = [
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
  'walks away',
] as const

/** Opens a Pix and does something with its code. Answers whether told that it is paid. */
export async function payByPix(payer: Payer, byCard: (payer: Payer) => Promise<boolean>): Promise<boolean> {
  const { world, dice, me, token } = payer
  const { story } = world
  const press = () => me.post(`/api/pm_transaction/${token}/pay`, { method: 'pix' })
  const [answer] = await Promise.all([press(), dice.falls(0.1) ? press() : null])
  story.note(`payer: asked for a Pix, ${inShort(answer)}`)
  const state = await stateAfter(me, token)
  const names = [1, 2, 3, 4, 5].map((n) => pixOrderKey({ token, n }))
  const charges = await world.scene.pix.ledger()
  const order = charges.findLast(({ order }) => names.includes(order))?.order
  const [charge, twin] = charges.filter((one) => one.order === order)
  if (state !== 'awaiting_payment' || !charge) return false
  const mayTwice = world.scene.pixAt === 'bacen' || twin !== undefined
  const deed = dice.pick(deeds.filter((deed) => deed !== paidAgain || mayTwice))
  story.note(`payer: ${deed}`)
  await wait(dice.below(1_500))
  if (deed.startsWith('cancels')) await cancel(payer)
  if (deed.startsWith('changes'))
    await me.post(`/api/pm_transaction/${token}/changeType`, { payment_type: 1 })
  const card = deed === 'changes to card and pays' && dice.falls(0.5) ? byCard(payer) : null
  const send = async () => {
    const codes = [charge, twin ?? charge]
    for (const [n, cents] of amountsOf(deed, charge.amount).entries())
      await world.scene.pix.pay((codes[n] ?? charge).txid, cents)
  }
  if (deed === 'pays late') {
    world.late.push(send)
    return false
  }
  await send()
  if (deed === 'changes to card') return byCard(payer)
  const told = (await card) ?? (await isToldPaid(payer))
  if (told && card === null) world.paid.push(token)
  return told
}

function amountsOf(deed: (typeof deeds)[number], asked: number): number[] {
  if (deed === paidAgain) return [asked, asked]
  if (deed === 'pays less') return [Math.max(1, asked - 100)]
  if (deed === 'pays more') return [asked + 250]
  return deed.endsWith('pays') || deed === 'pays late' ? [asked] : []
}

/** Looks each second, as the page does. */
async function isToldPaid({ me, token, world }: Payer): Promise<boolean> {
  for (let looks = 0; looks < 6; looks += 1) {
    const state = await stateAfter(me, token)
    if (state === 'captured' || state === 'partly_refunded') {
      world.story.note('payer: told that the Pix came')
      return true
    }
    if (state !== 'awaiting_payment') return false
    await wait(1_000)
  }
  return false
}
