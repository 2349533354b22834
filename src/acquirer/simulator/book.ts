import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'

const saleSchema = z.object({
  payment_id: z.string(),
  order_id: z.string(),
  type: z.enum(['CreditCard', 'DebitCard']),
  /** Centavos, like every amount here. */
  amount: z.number(),
  authorised: z.number(),
  captured: z.number(),
  voided: z.number(),
  /** Cielo's Payment.Status (acquirer.md 1.11). */
  status: z.number(),
  return_code: z.string(),
  created_at: z.string(),
  tid: z.string(),
  nsu: z.string(),
  authorisation_code: z.string(),
  brand: z.string(),
  /** 6 + stars + 4; the number itself is never kept. */
  masked: z.string(),
  deciding_digit: z.string(),
  expiration: z.string(),
  holder: z.string(),
  card_token: z.nullable(z.string()),
  return_url: z.nullable(z.string()),
})
export type Sale = z.output<typeof saleSchema>

/**
 * The acquirer's ledger. With a file every change is appended before it is answered, so that a killed
 * simulator knows what it did; the last line of a sale is how it stands.
 */
export class Book {
  readonly #sales = new Map<string, Sale>()
  readonly #file: string | null
  constructor(file: string | null) {
    this.#file = file
    if (file === null || !existsSync(file)) return
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line === '') continue
      const sale = z.parse(saleSchema, JSON.parse(line))
      this.#sales.set(sale.payment_id, sale)
    }
  }

  put(sale: Sale): Sale {
    if (this.#file !== null) appendFileSync(this.#file, `${JSON.stringify(sale)}\n`)
    this.#sales.set(sale.payment_id, sale)
    return sale
  }

  get(paymentId: string): Sale | undefined {
    return this.#sales.get(paymentId.toLowerCase())
  }

  byOrder(orderId: string): Sale[] {
    return this.all().filter((sale) => sale.order_id === orderId)
  }

  byTid(tid: string): Sale | undefined {
    return this.all().find((sale) => sale.tid === tid)
  }

  all(): Sale[] {
    return [...this.#sales.values()]
  }
}
