import { randomInt, randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Book, Sale } from './book.ts'
import { decide, decidingDigit } from './decide.ts'
import type { Vault } from './vault.ts'

const text = z.nullish(z.coerce.string())
const flag = z.nullish(z.union([z.boolean(), z.string()]))
const card = z.nullish(
  z.looseObject({
    cardnumber: text,
    cardtoken: text,
    holder: text,
    expirationdate: text,
    brand: text,
    savecard: flag,
  }),
)
const saleRequest = z.looseObject({
  merchantorderid: text,
  customer: z.nullish(z.looseObject({ name: text })),
  payment: z.nullish(
    z.looseObject({
      type: text,
      amount: z.nullish(z.coerce.number()),
      capture: flag,
      authenticate: flag,
      returnurl: text,
      installments: z.nullish(z.coerce.number()),
      creditcard: card,
      debitcard: card,
    }),
  ),
})

export type Sold = { sale: Sale; silent: boolean }
/** An entry of the error array (acquirer.md 1.13). */
export type ApiError = { code: number; message: string }

const isOn = (value: boolean | string | null | undefined) => value === true || value === 'true'

/** POST /1/sales: checks as Cielo does, decides, and books the sale. Keys of `body` are in lower case. */
export function sell(book: Book, vault: Vault, body: unknown, now: Date): Sold | ApiError {
  const parsed = saleRequest.safeParse(body)
  if (!parsed.success) return { code: 184, message: 'Request could not be empty' }
  const { merchantorderid, customer, payment } = parsed.data
  const debit = payment?.type?.toLowerCase() === 'debitcard'
  const given = debit ? payment?.debitcard : payment?.creditcard
  const stored = given?.cardtoken ? vault.get(given.cardtoken) : undefined
  const number = stored?.number ?? given?.cardnumber?.replace(/\D/g, '') ?? ''
  const wrong = firstWrong([
    [!merchantorderid, 122, 'MerchantOrderId is required'],
    [!/^[A-Za-z0-9]{1,50}$/.test(merchantorderid ?? ''), 107, 'OrderId is invalid or does not exists'],
    [!customer?.name, 105, 'Customer Name is required'],
    [!payment?.type, 102, 'Payment Type is required'],
    [!(payment?.amount && payment.amount > 0), 108, 'Amount must be greater or equal to zero'],
    [!given, 124, 'Credit Card is Required'],
    [Boolean(given?.cardtoken) && !stored, 130, 'Could not get Credit Card'],
    [number === '', 118, 'Credit Card Number is required'],
    [number.length > 19, 128, 'Card Number length exceeded'],
    [!stored && !/^(0[1-9]|1[0-2])\/\d{4}$/.test(given?.expirationdate ?? ''), 126, 'Credit Card Expiration Date is invalid'],
    [!stored && !/^[A-Za-z ]*$/.test(given?.holder ?? ''), 214, 'Credit Card Holder Must Have Only Letters'],
    [!given?.brand && !stored, 182, 'Brand is required'],
    [debit && isOn(payment?.authenticate) && !payment?.returnurl, 163, 'Return Url is required'],
    [!debit && !(payment?.installments && payment.installments >= 1), 123, 'Installments must be greater or equal to one'],
  ])
  if (wrong) return wrong
  const authenticates = debit && isOn(payment?.authenticate)
  const sale = newSale({ orderId: merchantorderid ?? '', amount: payment?.amount ?? 0, debit, number, now })
  sale.brand = stored?.brand ?? given?.brand ?? 'Visa'
  sale.holder = stored?.holder ?? given?.holder ?? ''
  sale.expiration = stored?.expiration ?? given?.expirationdate ?? ''
  sale.return_url = authenticates ? (payment?.returnurl ?? null) : null
  if (authenticates) return { sale: book.put(sale), silent: false }
  if (debit) return { sale: book.put({ ...sale, status: 3, return_code: '014' }), silent: false }
  const decision = decide(sale.deciding_digit)
  const authorised = authorise(sale, decision, isOn(payment?.capture ?? true))
  if (authorised.status !== 3 && isOn(given?.savecard)) {
    authorised.card_token = vault.keep({ number, brand: sale.brand, holder: sale.holder, expiration: sale.expiration })
  }
  return { sale: book.put(authorised), silent: decision.silent }
}

/** Applies the issuer's decision: held, or captured at once. */
export function authorise(sale: Sale, decision: { approved: boolean; returnCode: string }, capture: boolean): Sale {
  if (!decision.approved) return { ...sale, status: 3, return_code: decision.returnCode }
  return { ...sale, status: capture ? 2 : 1, authorised: sale.amount, captured: capture ? sale.amount : 0 }
}

function newSale(order: { orderId: string; amount: number; debit: boolean; number: string; now: Date }): Sale {
  return {
    payment_id: randomUUID(),
    order_id: order.orderId,
    type: order.debit ? 'DebitCard' : 'CreditCard',
    amount: order.amount,
    authorised: 0,
    captured: 0,
    voided: 0,
    status: 0,
    return_code: '0',
    created_at: order.now.toISOString(),
    tid: String(randomInt(1_000_000_000)).padStart(20, '0'),
    nsu: String(randomInt(1_000_000)).padStart(6, '0'),
    authorisation_code: String(randomInt(1_000_000)).padStart(6, '0'),
    brand: '',
    deciding_digit: decidingDigit(order.number),
    masked: `${order.number.slice(0, 6)}${'*'.repeat(Math.max(0, order.number.length - 10))}${order.number.slice(-4)}`,
    expiration: '',
    holder: '',
    card_token: null,
    return_url: null,
  }
}

function firstWrong(rules: readonly (readonly [boolean, number, string])[]): ApiError | null {
  const rule = rules.find(([wrong]) => wrong)
  return rule ? { code: rule[1], message: rule[2] } : null
}
