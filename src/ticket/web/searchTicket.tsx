import { LookUpFailed } from './LookUpFailed.tsx'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import type { WayForward } from '#checkout/wayForward.ts'
import { ticketCode } from '#checkout/ticketCode.ts'
import { setTicket } from '#checkout/web/customer.ts'
import { WayForwardCallout } from '#checkout/web/wayForward/WayForwardCallout.tsx'
import { LocalPaymentGuard } from '#payment/web/local/LocalPaymentNotice.tsx'
import { CallFailure, toPageFailure } from '#kit/web/failure.ts'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { go, replaceWith, watchForNavigation } from '#kit/web/route/routes.ts'
import { waitForSessionOrNull } from '#session/web/waitForSession.ts'
import { wayForwardAfterFailure, ticketFailures } from '../failures.ts'
import { latestTicket, fetchTicket, canPayTicket, type FetchedTicket } from './fetchTicket.ts'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { Button } from '#kit/web/Button.tsx'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'

const noAnswerTitle = 'Não foi possível consultar o ticket'

export type SearchProblem = { text: string | undefined; ways: ReactNode }

/** `others`: other readings of a scanned code; `signal`: aborted when the screen is left. */
export type SearchOptions = { linked: boolean; others: readonly string[]; signal: AbortSignal }

/** Null where the ticket's screen opened. */
export async function searchTicket(typed: string, options: SearchOptions): Promise<SearchProblem | null> {
  const { linked, others, signal } = options
  const parsed = z.safeParse(ticketCode, typed)
  if (!parsed.success)
    return toProblem(parsed.error.issues[0]?.message ?? ticketFailures.ticket_not_found, 'retry')
  const code = parsed.data
  try {
    const [found, who] = await Promise.all([fetchTickets([code, ...others], signal), waitForSessionOrNull()])
    if (signal.aborted) return null
    const open = (fetched: FetchedTicket) => {
      latestTicket.set(fetched)
      setTicket(fetched.ticket)
      // A linked screen is replaced, because 'back' would look up again.
      const leave = linked ? replaceWith : go
      leave(who?.user && canPayTicket(fetched.ticket) ? 'ticket.paymentType' : 'ticket.value', {
        query: { ticket: fetched.ticket.code },
      })
    }
    const [only, ...more] = found
    if (only === undefined || more.length > 0)
      return { text: undefined, ways: <TicketChoice found={found} onChoose={open} /> }
    open(only)
    return null
  } catch (cause) {
    const failure = await toPageFailure(cause)
    if (signal.aborted) return null
    if (!isTicketRefusal(failure))
      return { text: undefined, ways: <LookUpFailed title={noAnswerTitle} failure={failure} code={code} /> }
    const text = failure.errors['code']?.[0] ?? failure.message
    return toProblem(text, wayForwardAfterFailure(failure.code), code)
  }
}

/** A refused ticket leads to the value screen. */
export async function lookUpFromLink(code: string): Promise<void> {
  const isHere = watchForNavigation()
  try {
    await fetchTicket(code)
  } catch (failure) {
    if (!(failure instanceof CallFailure)) throw failure
    if (isTicketRefusal(failure) && isHere()) replaceWith('ticket.value', { query: { ticket: code } })
  }
}

/** Throws the failure of the first code where none exists. */
async function fetchTickets(codes: readonly string[], signal: AbortSignal) {
  const found: FetchedTicket[] = []
  const refused: CallFailure[] = []
  // The human check of the first call counts for the second.
  for (const code of codes) {
    try {
      found.push(await fetchTicket(code, signal))
    } catch (failure) {
      if (!(failure instanceof CallFailure) || !isTicketRefusal(failure)) throw failure
      refused.push(failure)
    }
  }
  if (found.length === 0 && refused[0]) throw refused[0]
  return found
}

function isTicketRefusal({ status }: CallFailure): boolean {
  return status >= 400 && status < 500 && status !== 429
}

function toProblem(text: string, way: WayForward, code?: string): SearchProblem {
  const ways = <WayForwardCallout way={way} ticketCode={code} />
  if (way !== 'otherPlace') return { text, ways }
  return { text, ways: <LocalPaymentGuard code={code}>{ways}</LocalPaymentGuard> }
}

type TicketChoiceProps = { found: readonly FetchedTicket[]; onChoose: (read: FetchedTicket) => void }

function TicketChoice({ found, onChoose }: TicketChoiceProps) {
  return (
    <>
      <Callout tone="warn" title="Qual é o seu ticket?" takesFocus>
        <p>O código de barras pode ser de dois tickets. Confira o número impresso e a hora da entrada.</p>
      </Callout>
      {found.map((read) => (
        <Button key={read.ticket.code} variant="plain" onClick={() => onChoose(read)}>
          {ticketChoiceText(read)}
        </Button>
      ))}
    </>
  )
}

function ticketChoiceText({ ticket }: FetchedTicket): string {
  const { code, lot, entranceDateTime, time_zone } = ticket
  return `${formatTicketCode(code)}, ${lot}, entrada ${dateTimeText(entranceDateTime, time_zone)}`
}
