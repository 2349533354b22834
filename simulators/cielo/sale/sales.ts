import { dayMs } from '#kit/clock.ts'
import type { Sale } from '../ledger/records.ts'
import type { World } from '../world.ts'
import { lapsed } from './change.ts'

/** How long a hold can be captured. */
const windowDays = { master: 7, others: 15 } as const

/** A sale as it stands now: an authorisation older than its brand's window has lapsed. */
export function saleNow(world: World, paymentId: string): Sale | undefined {
  const sale = world.ledger.sale(paymentId.toLowerCase())
  return sale && current(world, sale)
}

/** A sale as queries show it: while they lag as before its last change, or not at all. */
export function saleShown(world: World, paymentId: string): Sale | undefined {
  const id = paymentId.toLowerCase()
  return world.lag.hides(id) ? world.ledger.saleBefore(id) : saleNow(world, id)
}

/** All sales as they stand now, oldest first. */
export function salesNow(world: World): Sale[] {
  return world.ledger.sales().map((sale) => current(world, sale))
}

/** The sales of one MerchantOrderId as they stand now, oldest first. */
export function salesOfOrder(world: World, orderId: string): Sale[] {
  return world.ledger.salesOf(orderId).map((sale) => current(world, sale))
}

function current(world: World, sale: Sale): Sale {
  const age = world.clock.now().getTime() - Date.parse(sale.createdAt)
  const days = windowDays[sale.card.brand.toLowerCase() === 'master' ? 'master' : 'others']
  return age > days * dayMs ? lapsed(sale) : sale
}
