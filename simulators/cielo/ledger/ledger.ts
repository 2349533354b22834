import { openJournal } from './journal.ts'
import { type CardRecord, record, type Sale } from './records.ts'

/** The simulator's data; a file keeps it across restarts. */
export type Ledger = {
  sale(paymentId: string): Sale | undefined
  /** Before the last change; undefined without one. */
  previousSale(paymentId: string): Sale | undefined
  sales(): Sale[]
  /** By MerchantOrderId, oldest first. */
  salesOf(orderId: string): Sale[]
  card(token: string): CardRecord | undefined
  saveSale(sale: Sale): void
  saveCard(card: CardRecord): void
}

/** The last record of an id counts; the file is compacted at start. Throws when it cannot be written. */
export function openLedger(dataFile: string | null): Ledger {
  const sales = new Map<string, Sale>()
  const before = new Map<string, Sale | undefined>()
  const cards = new Map<string, CardRecord>()
  const byOrder = new Map<string, string[]>()
  const remember = (sale: Sale) => {
    if (!sales.has(sale.paymentId))
      byOrder.set(sale.orderId, [...(byOrder.get(sale.orderId) ?? []), sale.paymentId])
    before.set(sale.paymentId, sales.get(sale.paymentId))
    sales.set(sale.paymentId, sale)
  }
  const journal = openJournal(dataFile, record)
  for (const entry of journal.read()) {
    if (entry.kind === 'sale') remember(entry.sale)
    else cards.set(entry.card.token, entry.card)
  }
  journal.rewrite([
    ...[...cards.values()].map((card) => ({ kind: 'card' as const, card })),
    ...[...sales.values()].map((sale) => ({ kind: 'sale' as const, sale })),
  ])

  return {
    sale: (paymentId) => sales.get(paymentId),
    previousSale: (paymentId) => before.get(paymentId),
    sales: () => [...sales.values()],
    salesOf: (orderId) => (byOrder.get(orderId) ?? []).flatMap((id) => sales.get(id) ?? []),
    card: (token) => cards.get(token),
    saveSale(sale) {
      journal.append({ kind: 'sale', sale })
      remember(sale)
    },
    saveCard(card) {
      journal.append({ kind: 'card', card })
      cards.set(card.token, card)
    },
  }
}
