import { readCustomer } from '#checkout/web/customer.ts'
import { hashLocation } from '#kit/web/route/location.ts'
import { findRoute } from '#kit/web/route/routes.ts'

const payerScreens = ['ticket.account', 'ticket.personAddress', 'ticket.privacyPolicyTerms']

/** Looks up the ticket of an old link to a payer's step, in a tab that has not seen it (docs/spec.md#payer). */
export function lookUpUnknownTickets(): void {
  hashLocation.subscribe(lookUpUnknown)
  lookUpUnknown()
}

function lookUpUnknown(): void {
  const { name, query } = findRoute(hashLocation.get())
  const { ticket } = query
  if (ticket === undefined || !payerScreens.includes(name) || readCustomer(ticket).ticket !== null) return
  import('#ticket/web/search.tsx').then(({ lookUpLinked }) => lookUpLinked(ticket)).catch(() => undefined)
}
