import { clearDrafts } from '#kit/web/state/draft.ts'
import { fits } from '#kit/web/state/fits.ts'
import type { Fitting } from '#kit/web/state/fits.ts'
import { createStore, useStore } from '#kit/web/state/store.ts'

const ticketKinds = {
  code: 'string',
  lot: 'string or absent',
  time_zone: 'string or absent',
  state: 'string or absent',
  value: 'number',
  valueHuman: 'string',
  time: 'string',
  entranceDateTime: 'string',
  t_expires: 'string or null',
  ticket_dt_exit: 'string, null or absent',
  server_now: 'string or absent',
} as const

const paymentKinds = {
  ws_token: 'string',
  ticket_code: 'string',
  destination: 'number',
  value: 'number',
  valueHuman: 'string',
  payment_type: 'number',
  payment_type_desc: 'string',
  has_user: 'boolean',
  state: 'string or absent',
  vehicle_name: 'string, null or absent',
  vehicle_license_plate: 'string, null or absent',
  ticket_dt_exit: 'string, null or absent',
  expires_at: 'string, null or absent',
  time_zone: 'string or absent',
  server_now: 'string or absent',
} as const

const payMethodKinds = {
  ws_token: 'string',
  brand: 'string',
  card_last_digits: 'string',
  payment_type: 'number',
} as const

/** The ticket on the counter, as the wire shows it; fields beyond these are kept too. */
export type CustomerTicket = Fitting<typeof ticketKinds>
export type CustomerPayment = Fitting<typeof paymentKinds>
export type CustomerPayMethod = Fitting<typeof payMethodKinds>
export type Customer = {
  ticket: CustomerTicket | null
  payment: CustomerPayment | null
  pay_method: CustomerPayMethod | null
}

const nobody: Customer = { ticket: null, payment: null, pay_method: null }
const key = 'guiche.customer'

function restore(): Customer {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return nobody
    const { ticket, payment, pay_method }: Partial<Record<keyof Customer, unknown>> = kept
    return {
      ticket: fits(ticket, ticketKinds) ? ticket : null,
      payment: fits(payment, paymentKinds) ? payment : null,
      pay_method: fits(pay_method, payMethodKinds) ? pay_method : null,
    }
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
