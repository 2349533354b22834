import { LookUpFailed } from './LookUpFailed.tsx'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import type { WayForward } from '#checkout/wayForward.ts'
import { ticketCode } from '#checkout/ticketCode.ts'
import { setTicket } from '#checkout/web/customer.ts'
import { WaysForward } from '#checkout/web/ways/WaysForward.tsx'
import { UnlessPaid } from '#payment/web/known/KnownPayment.tsx'
import { CallFailure } from '#kit/web/failure.ts'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { go, replaceWith, stillHere } from '#kit/web/route/routes.ts'
import { waitForSessionOrNull } from '#session/web/waitForSession.ts'
import { wayForwardAfter, ticketFailures } from '../failures.ts'
import { latestTicket, lookUp, mayPay, type ReadTicket } from './lookUp.ts'
import { groupCode } from '#checkout/groupCode.ts'
import { Button } from '#kit/web/Button.tsx'
import { dateTimeText } from '#kit/web/time/instants.ts'

const noAnswer = 'Não foi possível consultar o ticket'

export type Problem = { text: string | undefined; ways: ReactNode }

/**
 * Null where the ticket's screen opened. `others`: other readings of a scanned code; `signal`: the screen was
 * left.
 */
export async function search(
  typed: string,
  { linked, others, signal }: { linked: boolean; others: readonly string[]; signal: AbortSignal },
): Promise<Problem | null> {
  const parsed = z.safeParse(ticketCode, typed)
  if (!parsed.success)
    return problem(parsed.error.issues[0]?.message ?? ticketFailures.ticket_not_found, 'retry')
  const code = parsed.data
  try {
    const [found, who] = await Promise.all([lookUpAll([code, ...others], signal), waitForSessionOrNull()])
    if (signal.aborted) return null
    const open = (read: ReadTicket) => {
      latestTicket.keep(read)
      setTicket(read.ticket)
      // Otherwise 'back' would look up again.
      const leave = linked ? replaceWith : go
      leave(who?.user && mayPay(read.ticket) ? 'ticket.paymentType' : 'ticket.value', {
        query: { ticket: read.ticket.code },
      })
    }
    const [only, ...more] = found
    if (only === undefined || more.length > 0)
      return { text: undefined, ways: <WhichTicket found={found} onChoose={open} /> }
    open(only)
    return null
  } catch (failure) {
    if (!(failure instanceof CallFailure)) throw failure
    if (signal.aborted) return null
    if (!isAnswer(failure))
      return { text: undefined, ways: <LookUpFailed title={noAnswer} failure={failure} code={code} /> }
    return problem(failure.errors['code']?.[0] ?? failure.message, wayForwardAfter(failure.code), code)
  }
}

/** For a payer's step, which leaves for the value where nothing is due; so does this where the ticket is refused. */
export async function lookUpLinked(code: string): Promise<void> {
  const isHere = stillHere()
  try {
    await lookUp(code)
  } catch (failure) {
    if (!(failure instanceof CallFailure)) throw failure
    if (isAnswer(failure) && isHere()) replaceWith('ticket.value', { query: { ticket: code } })
  }
}

/** Throws the failure of the first code where none exists. */
async function lookUpAll(codes: readonly string[], signal: AbortSignal): Promise<readonly ReadTicket[]> {
  const found: ReadTicket[] = []
  const refused: CallFailure[] = []
  // One after the other: the proof of the first counts for the second.
  for (const code of codes) {
    try {
      found.push(await lookUp(code, signal))
    } catch (failure) {
      if (!(failure instanceof CallFailure) || !isAnswer(failure)) throw failure
      refused.push(failure)
    }
  }
  if (found.length === 0 && refused[0]) throw refused[0]
  return found
}

function isAnswer({ status }: CallFailure): boolean {
  return status >= 400 && status < 500 && status !== 429
}

function problem(text: string, way: WayForward, code?: string): Problem {
  const ways = <WaysForward way={way} ticketCode={code} />
  return { text, ways: way === 'otherPlace' ? <UnlessPaid code={code}>{ways}</UnlessPaid> : ways }
}

type Props = { found: readonly ReadTicket[]; onChoose: (read: ReadTicket) => void }

function WhichTicket({ found, onChoose }: Props) {
  return (
    <>
      <Situation tone="warn" title="Qual é o seu ticket?" takesFocus>
        <p>O código de barras pode ser de dois tickets. Confira o número impresso e a hora da entrada.</p>
      </Situation>
      {found.map((read) => (
        <Button key={read.ticket.code} look="plain" onClick={() => onChoose(read)}>
          {whichText(read)}
        </Button>
      ))}
    </>
  )
}

function whichText({ ticket }: ReadTicket): string {
  const { code, lot, entranceDateTime, time_zone } = ticket
  return `${groupCode(code)}, ${lot}, entrada ${dateTimeText(entranceDateTime, time_zone)}`
}
