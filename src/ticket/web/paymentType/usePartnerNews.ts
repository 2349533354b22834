import { useState } from 'react'
import { replaceWith } from '#kit/web/route/routes.ts'
import type { WireTicket } from '../../contract.ts'
import { canPayTicket, latestTicket } from '../fetchTicket.ts'
import { partnerNews } from '../value/partnerNews.ts'
import { usePartnerWatch } from '../value/usePartnerWatch.ts'

/** What a partner changed while the screen is seen, or ''; a ticket that owes nothing opens its value. */
export function usePartnerNews(ticket: WireTicket | null, setTicket: (fresh: WireTicket) => void): string {
  const [news, setNews] = useState('')
  usePartnerWatch(ticket, (fresh) => {
    if (!canPayTicket(fresh)) {
      latestTicket.set({ ticket: fresh })
      return replaceWith('ticket.value', { query: { ticket: fresh.code } })
    }
    if (ticket) setNews((before) => partnerNews(ticket, fresh) || before)
    setTicket(fresh)
  })
  return news
}
