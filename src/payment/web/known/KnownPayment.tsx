import type { ReactNode } from 'react'
import { TicketCard } from '#checkout/web/ticket/TicketCard.tsx'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { momentText } from '#kit/web/time/instants.ts'
import { ExitCountdown } from '#parking/web/ExitCountdown.tsx'
import { Confirming } from './Confirming.tsx'
import { usePayment } from '../usePayment.ts'
import type { Receipt } from './receipts.ts'
import { tokenOf, useKnown, type KnownPayment as Known } from './useKnown.ts'

export function KnownPayment({ known }: { known: Exclude<Known, { display: 'answer' }> }) {
  if (known.display === 'confirming') {
    const token = tokenOf(known.sent.id, known.sent.ticketCode)
    return token === null ? <Confirming /> : <Unanswered key={token} token={token} />
  }
  const { exitDeadline, timeZone } = known.receipt
  const until = exitDeadline === null ? '' : ` Sair até ${momentText(exitDeadline, timeZone)}.`
  return (
    <Situation tone="go" title={`Pagamento recebido.${until}`} takesFocus>
      <p>Não pague de novo. Na saída, apresente ou insira o mesmo ticket.</p>
    </Situation>
  )
}

function Unanswered({ token }: { token: string }) {
  usePayment(token)
  return <Confirming />
}

export function UnlessPaid({
  children,
  ...of
}: {
  code?: string | undefined
  token?: string
  children: ReactNode
}) {
  const known = useKnown(of)
  return known.display === 'answer' ? children : <KnownPayment known={known} />
}

type Ticket = Pick<Receipt, 'ticketCode' | 'valueHuman' | 'exitDeadline' | 'timeZone'>

export function KeptTicket({ receipt }: { receipt: Ticket }) {
  const { ticketCode, valueHuman, exitDeadline, timeZone } = receipt
  return (
    <TicketCard
      code={ticketCode}
      valueHuman={valueHuman}
      state="paid"
      lead={exitDeadline !== null && <ExitCountdown deadline={exitDeadline} timeZone={timeZone} large />}
    />
  )
}
