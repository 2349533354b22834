import * as z from 'zod/mini'
import { clearDrafts } from './draft.ts'
import { createStore, useStore } from './store.ts'

const ticketShape = z.looseObject({
  code: z.string(),
  lot: z.optional(z.string()),
  time_zone: z.optional(z.string()),
  state: z.optional(z.string()),
  value: z.number(),
  valueHuman: z.string(),
  time: z.string(),
  entranceDateTime: z.string(),
  t_expires: z.nullable(z.string()),
  ticket_dt_exit: z.nullish(z.string()),
  server_now: z.optional(z.string()),
})

const paymentShape = z.looseObject({
  ws_token: z.string(),
  ticket_code: z.string(),
  destination: z.number(),
  value: z.number(),
  valueHuman: z.string(),
  payment_type: z.number(),
  payment_type_desc: z.string(),
  has_user: z.boolean(),
  state: z.optional(z.string()),
  vehicle_name: z.nullish(z.string()),
  vehicle_license_plate: z.nullish(z.string()),
  ticket_dt_exit: z.nullish(z.string()),
  expires_at: z.nullish(z.string()),
  time_zone: z.optional(z.string()),
  server_now: z.optional(z.string()),
})

const payMethodShape = z.looseObject({
  ws_token: z.string(),
  brand: z.string(),
  card_last_digits: z.string(),
  payment_type: z.number(),
})

const customerShape = z.object({
  ticket: z.nullable(ticketShape),
  payment: z.nullable(paymentShape),
  pay_method: z.nullable(payMethodShape),
})

/** The ticket on the counter, as the wire shows it; fields beyond these are kept too. */
export type CustomerTicket = z.infer<typeof ticketShape>
export type CustomerPayment = z.infer<typeof paymentShape>
export type CustomerPayMethod = z.infer<typeof payMethodShape>
export type Customer = z.infer<typeof customerShape>

const nobody: Customer = { ticket: null, payment: null, pay_method: null }
const key = 'guiche.customer'

function restore(): Customer {
  try {
    const kept = z.safeParse(customerShape, JSON.parse(sessionStorage.getItem(key) ?? 'null'))
    return kept.success ? kept.data : nobody
  } catch {
    return nobody
  }
}

const customer = createStore<Customer>(restore())

customer.subscribe(() => {
  try {
    sessionStorage.setItem(key, JSON.stringify(customer.get()))
  } catch {
    return
  }
})

/** What this tab's customer carries through the flow: ticket, payment, saved card. Survives a reload. */
export function useCustomer(): Customer {
  return useStore(customer, nobody)
}

/** The same, outside components. */
export function readCustomer(): Customer {
  return customer.get()
}

/** `setCustomer({ ticket })` keeps the other two. */
export function setCustomer(part: Partial<Customer>): void {
  customer.set((now) => ({ ...now, ...part }))
}

/** Sets ticket, payment and pay_method to null, and forgets what was typed. */
export function clearCustomer(): void {
  customer.set(nobody)
  clearDrafts()
}
