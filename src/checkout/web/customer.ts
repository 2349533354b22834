import { clearDrafts } from '#kit/web/state/draft.ts'
import { hasShape, type ShapeOf } from '#kit/web/state/hasShape.ts'
import { createPersonalStore, resetPersonalStores } from '#kit/web/state/personalStore.ts'
import { useStore } from '#kit/web/state/store.ts'
import { readStored, writeStored } from '#kit/web/state/webStorage.ts'

const ticketShape = {
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

const paymentShape = {
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

const payMethodShape = {
  ws_token: 'string',
  brand: 'string',
  card_last_digits: 'string',
  payment_type: 'number',
} as const

export type CustomerTicket = ShapeOf<typeof ticketShape>
type CustomerPayment = ShapeOf<typeof paymentShape>
type CustomerPayMethod = ShapeOf<typeof payMethodShape>
type Customer = {
  ticket: CustomerTicket | null
  payment: CustomerPayment | null
  pay_method: CustomerPayMethod | null
}

const noCustomer: Customer = { ticket: null, payment: null, pay_method: null }
const noCustomers: ReadonlyMap<string, Customer> = new Map()
const key = 'guiche.customers'

function restore(): ReadonlyMap<string, Customer> {
  const kept = readStored('sessionStorage', key)
  if (typeof kept !== 'object' || kept === null) return noCustomers
  return new Map(Object.entries(kept).flatMap(restoreOne))
}

function restoreOne([code, kept]: [string, unknown]): Array<[string, Customer]> {
  if (typeof kept !== 'object' || kept === null) return []
  const { ticket, payment, pay_method }: Partial<Record<keyof Customer, unknown>> = kept
  const customer = {
    ticket: hasShape(ticket, ticketShape) && ticket.code === code ? ticket : null,
    payment: hasShape(payment, paymentShape) && payment.ticket_code === code ? payment : null,
    pay_method: hasShape(pay_method, payMethodShape) ? pay_method : null,
  }
  return [[code, customer]]
}

/** By ticket code, the last used at the end. */
const customers = createPersonalStore(noCustomers, restore())

customers.subscribe(() => writeStored('sessionStorage', key, Object.fromEntries(customers.get())))

function customerOf(code: string | undefined, kept: ReadonlyMap<string, Customer>): Customer {
  return (code === undefined ? undefined : kept.get(code)) ?? noCustomer
}

export function useCustomer(code: string | undefined): Customer {
  return customerOf(code, useStore(customers, noCustomers))
}

export function readCustomer(code: string): Customer {
  return customerOf(code, customers.get())
}

export function lastTicketCode(): string | undefined {
  const seen = [...customers.get()].filter(([, { ticket, payment }]) => ticket !== null || payment === null)
  return seen.pop()?.[0]
}

function updateCustomer(code: string, part: Partial<Customer>): void {
  customers.set((kept) => {
    const next = new Map(kept)
    next.delete(code)
    return next.set(code, { ...customerOf(code, kept), ...part })
  })
}

export function setTicket(ticket: CustomerTicket): void {
  updateCustomer(ticket.code, { ticket })
}

export function setPayment(payment: CustomerPayment): void {
  updateCustomer(payment.ticket_code, { payment })
}

export function forgetPayment(code: string): void {
  updateCustomer(code, { payment: null })
}

export function setPayMethod(code: string, pay_method: CustomerPayMethod | null): void {
  updateCustomer(code, { pay_method })
}

/** Called after a logout: only tickets and guest payments stay. */
export function clearAccountData(): void {
  const kept = [...customers.get()].map(([code, { ticket, payment }]): [string, Customer] => [
    code,
    { ticket, payment: payment?.has_user ? null : payment, pay_method: null },
  ])
  clearCustomer()
  // A code without ticket and payment came from a reservation of the account.
  customers.set(new Map(kept.filter(([, { ticket, payment }]) => ticket !== null || payment !== null)))
}

export function clearCustomerExcept(code: string): void {
  const { ticket } = readCustomer(code)
  clearCustomer()
  updateCustomer(code, { ticket })
}

export function clearCustomer(): void {
  resetPersonalStores()
  clearDrafts()
}
