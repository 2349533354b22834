import { useEffect, type ReactNode } from 'react'
import { dateTimeText, payUntilText } from '#kit/web/time/instantTexts.ts'
import { TicketCard, type OptionalFact } from '#checkout/web/ticket/TicketCard.tsx'
import { goToTarget, replaceWith, useRoute } from '#kit/web/route/routes.ts'
import { lastTicketCode, useCustomer, type CustomerTicket } from '#checkout/web/customer.ts'

/** The ticket in the address, else this tab's last ticket. Without either the search opens. */
export function useCheckoutTicket(): { code: string | undefined; aside: ReactNode } {
  const route = useRoute()
  const code = route.query['ticket']
  const { ticket } = useCustomer(code)
  useEffect(() => {
    if (code !== undefined) return
    const last = lastTicketCode()
    if (last === undefined) replaceWith('ticket.read')
    else goToTarget({ ...route, query: { ...route.query, ticket: last } }, { replace: true })
  }, [code, route])
  if (code === undefined) return { code, aside: undefined }
  return { code, aside: <CheckoutTicket code={code} ticket={ticket} /> }
}

/** As `useCheckoutTicket`. A ticket of which nothing is due opens its value screen. */
export function useDueTicket(): ReturnType<typeof useCheckoutTicket> {
  const flow = useCheckoutTicket()
  const { code: ticket } = flow
  const isDue = isAmountDue(useCustomer(ticket).ticket)
  useEffect(() => {
    if (!isDue) replaceWith('ticket.value', { query: { ticket } })
  }, [isDue, ticket])
  return flow
}

function isAmountDue(ticket: CustomerTicket | null): boolean {
  const state = ticket?.state ?? 'due'
  return state === 'due' || state === 'overdue'
}

function CheckoutTicket({ code, ticket }: { code: string; ticket: CustomerTicket | null }) {
  const facts = ticket ? ticketFacts(ticket) : []
  // A ticket of which nothing is due leads away: no 'R$ 0,00' before that.
  const due = isAmountDue(ticket) ? ticket?.valueHuman : undefined
  return <TicketCard code={code} lot={ticket?.lot} valueHuman={due} facts={facts} compact />
}

export function ticketFacts(ticket: CustomerTicket): OptionalFact[] {
  const { t_expires: expires, time_zone: zone } = ticket
  return [
    { label: 'Tempo', value: ticket.time },
    { label: 'Entrada', value: dateTimeText(ticket.entranceDateTime, zone) },
    expires !== null && { label: 'Pagar até', value: payUntilText(expires, zone) },
  ]
}
