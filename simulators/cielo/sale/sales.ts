import { dayMs } from '#kit/clock.ts'
import type { Sale } from '../ledger/records.ts'
import type { World } from '../world.ts'
import { lapsed } from './change.ts'

/** Days until an authorisation expires. */
const windowDays = { master: 7, others: 15 } as const

/** The current state, with expiry applied. */
export function saleNow(world: World, paymentId: string): Sale | undefined {
  const sale = world.ledger.sale(paymentId.toLowerCase())
  return sale && current(world, sale)
}

/** The state shown by queries, which may lag. */
export function saleShown(world: World, paymentId: string): Sale | undefined {
  const id = paymentId.toLowerCase()
  return world.lag.hides(id) ? world.ledger.saleBefore(id) : saleNow(world, id)
}

export function salesNow(world: World): Sale[] {
  return world.ledger.sales().map((sale) => current(world, sale))
}

export function salesOfOrder(world: World, orderId: string): Sale[] {
  return world.ledger.salesOf(orderId).map((sale) => current(world, sale))
}

function current(world: World, sale: Sale): Sale {
  const age = world.clock.now().getTime() - Date.parse(sale.createdAt)
  const days = windowDays[sale.card.brand.toLowerCase() === 'master' ? 'master' : 'others']
  return age > days * dayMs ? lapsed(sale) : sale
}
