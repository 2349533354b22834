import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type CardRecord, record, type Sale } from './records.ts'

/** Everything the simulated acquirer remembers. With a file, it outlives the process. */
export type Ledger = {
  sale(paymentId: string): Sale | undefined
  /** As it was before its last change; undefined of one that has had none. */
  saleBefore(paymentId: string): Sale | undefined
  /** Oldest first. */
  sales(): Sale[]
  /** The sales of one MerchantOrderId, oldest first. */
  salesOf(orderId: string): Sale[]
  card(token: string): CardRecord | undefined
  keepSale(sale: Sale): void
  keepCard(card: CardRecord): void
}

/**
 * The file holds one JSON record a line; the last one of an id counts, and a line that a killed process
 * left half written is dropped. It is rewritten short at each start. Throws when it cannot be written.
 */
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
  const append = (entry: object) => {
    if (dataFile !== null) appendFileSync(dataFile, `${JSON.stringify(entry)}\n`)
  }
  for (const entry of dataFile === null ? [] : readEntries(dataFile)) {
    if (entry.kind === 'sale') remember(entry.sale)
    else cards.set(entry.card.token, entry.card)
  }
  if (dataFile !== null) rewrite(dataFile, [...sales.values()], [...cards.values()])

  return {
    sale: (paymentId) => sales.get(paymentId),
    saleBefore: (paymentId) => before.get(paymentId),
    sales: () => [...sales.values()],
    salesOf: (orderId) => (byOrder.get(orderId) ?? []).flatMap((id) => sales.get(id) ?? []),
    card: (token) => cards.get(token),
    keepSale(sale) {
      append({ kind: 'sale', sale })
      remember(sale)
    },
    keepCard(card) {
      append({ kind: 'card', card })
      cards.set(card.token, card)
    },
  }
}

function readEntries(dataFile: string) {
  if (!existsSync(dataFile)) return []
  return readFileSync(dataFile, 'utf8')
    .split('\n')
    .flatMap((line) => parseLine(line) ?? [])
}

function parseLine(line: string) {
  try {
    const parsed = record.safeParse(JSON.parse(line))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

function rewrite(dataFile: string, sales: readonly Sale[], cards: readonly CardRecord[]): void {
  mkdirSync(dirname(dataFile), { recursive: true })
  const lines = [
    ...cards.map((card) => ({ kind: 'card', card })),
    ...sales.map((sale) => ({ kind: 'sale', sale })),
  ]
  const fresh = `${dataFile}.${process.pid}.new`
  writeFileSync(fresh, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  renameSync(fresh, dataFile)
}
