import { dayMs } from '#kit/clock.ts'
import type { Sale } from '../ledger/records.ts'
import type { SimulatorContext } from '../context.ts'
import { expired } from './change.ts'

/** Days until an authorisation expires. */
const authorisationDays = { master: 7, others: 15 } as const

/** The current state, with expiry applied. */
export function currentSale(world: SimulatorContext, paymentId: string): Sale | undefined {
  const sale = world.ledger.sale(paymentId.toLowerCase())
  return sale && withExpiry(world, sale)
}

/** The state shown by queries, which may lag. */
export function queriedSale(world: SimulatorContext, paymentId: string): Sale | undefined {
  const id = paymentId.toLowerCase()
  return world.lag.hides(id) ? world.ledger.previousSale(id) : currentSale(world, id)
}

export function currentSales(world: SimulatorContext): Sale[] {
  return world.ledger.sales().map((sale) => withExpiry(world, sale))
}

export function salesOfOrder(world: SimulatorContext, orderId: string): Sale[] {
  return world.ledger.salesOf(orderId).map((sale) => withExpiry(world, sale))
}

function withExpiry(world: SimulatorContext, sale: Sale): Sale {
  const age = world.clock.now().getTime() - Date.parse(sale.createdAt)
  const days = authorisationDays[sale.card.brand.toLowerCase() === 'master' ? 'master' : 'others']
  return age > days * dayMs ? expired(sale) : sale
}
