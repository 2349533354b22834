import * as z from 'zod/mini'
import { externalFields } from '../../threeds/externalAuthentication.ts'
import { flag, text, whole } from './fields.ts'

const cardOnFile = z.object({ usage: text, reason: text })
const initiated = z.object({ category: text, subcategory: text })

const card = z.object({
  cardnumber: text,
  holder: text,
  expirationdate: text,
  securitycode: text,
  brand: text,
  savecard: flag,
  cardtoken: text,
  cardonfile: z.catch(z.nullish(cardOnFile), null),
})
export type CardFields = z.infer<typeof card>

const address = z.object({
  street: text,
  number: text,
  complement: text,
  zipcode: text,
  city: text,
  state: text,
  country: text,
})

const customer = z.object({
  name: text,
  identity: text,
  identitytype: text,
  email: text,
  address: z.catch(z.nullish(address), null),
})

const payment = z.object({
  type: text,
  amount: whole,
  installments: whole,
  capture: flag,
  authenticate: flag,
  returnurl: text,
  externalauthentication: externalFields,
  softdescriptor: text,
  initiatedtransactionindicator: z.catch(z.nullish(initiated), null),
  creditcard: z.catch(z.nullish(card), null),
  debitcard: z.catch(z.nullish(card), null),
})

/** A sale's request with keys in lower case; only its shape is checked. */
export const saleRequest = z.object({
  merchantorderid: text,
  customer: z.catch(z.nullish(customer), null),
  payment: z.catch(z.nullish(payment), null),
})
export type SaleRequest = z.infer<typeof saleRequest>
export type PaymentFields = z.infer<typeof payment>
export type CustomerFields = z.infer<typeof customer>

export function cardOf(payment: PaymentFields): CardFields | null {
  return (payment.type.toLowerCase() === 'debitcard' ? payment.debitcard : payment.creditcard) ?? null
}
