import type { ReactNode } from 'react'
import { TicketCard } from '#checkout/web/ticket/TicketCard.tsx'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { momentText } from '#kit/web/time/instants.ts'
import { ExitCountdown } from '#parking/web/ExitCountdown.tsx'
import { Confirming } from './Confirming.tsx'
import { usePayment } from '../usePayment.ts'
import { BackToCode } from './BackToCode.tsx'
import type { Receipt } from './receipts.ts'
import { useOpenPix } from './openPix.ts'
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

/** Renders `children` unless this device knows of a payment; an open Pix is named first. */
export function UnlessPaid({
  children,
  ...of
}: {
  code?: string | undefined
  token?: string
  children: ReactNode
}) {
  const known = useKnown(of)
  const pix = useOpenPix().find(({ ticketCode, token }) => ticketCode === of.code || token === of.token)
  if (known.display !== 'answer') return <KnownPayment known={known} />
  return (
    <>
      {pix && (
        <Situation tone="sign" title="Há um código Pix aberto para este ticket." icon="pix">
          <p>Se você já pagou no aplicativo do banco, não pague de novo.</p>
          <BackToCode token={pix.token} />
        </Situation>
      )}
      {children}
    </>
  )
}

type Ticket = Pick<Receipt, 'ticketCode' | 'valueHuman' | 'exitDeadline' | 'timeZone' | 'lot'>

export function KeptTicket({ receipt }: { receipt: Ticket }) {
  const { ticketCode, valueHuman, exitDeadline, timeZone, lot } = receipt
  return (
    <TicketCard
      code={ticketCode}
      lot={lot}
      valueHuman={valueHuman}
      state="paid"
      lead={exitDeadline !== null && <ExitCountdown deadline={exitDeadline} timeZone={timeZone} large />}
    />
  )
}
