import { dayMs } from '#kit/clock.ts'
import type { Sale } from '../ledger/records.ts'
import type { SimulatorContext } from '../context.ts'
import { expired } from './change.ts'

/** Days until an authorisation expires. */
const authorisationDays = { master: 7, others: 15 } as const

/** The current state, with expiry applied. */
export function currentSale(context: SimulatorContext, paymentId: string): Sale | undefined {
  const sale = context.ledger.sale(paymentId.toLowerCase())
  return sale && withExpiry(context, sale)
}

/** The state shown by queries, which may lag. */
export function queriedSale(context: SimulatorContext, paymentId: string): Sale | undefined {
  const id = paymentId.toLowerCase()
  return context.lag.hides(id) ? context.ledger.previousSale(id) : currentSale(context, id)
}

export function currentSales(context: SimulatorContext): Sale[] {
  return context.ledger.sales().map((sale) => withExpiry(context, sale))
}

export function salesOfOrder(context: SimulatorContext, orderId: string): Sale[] {
  return context.ledger.salesOf(orderId).map((sale) => withExpiry(context, sale))
}

function withExpiry(context: SimulatorContext, sale: Sale): Sale {
  const age = context.clock.now().getTime() - Date.parse(sale.createdAt)
  const days = authorisationDays[sale.card.brand.toLowerCase() === 'master' ? 'master' : 'others']
  return age > days * dayMs ? expired(sale) : sale
}
