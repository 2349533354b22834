import type { ReactNode } from 'react'
import { TicketCard } from '#checkout/web/ticket/TicketCard.tsx'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { formatDayAndTime } from '#kit/web/time/instantTexts.ts'
import { ExitCountdown } from '#parking/web/ExitCountdown.tsx'
import { ConfirmingNotice } from './ConfirmingNotice.tsx'
import { usePayment } from '../usePayment.ts'
import { BackToPixCode } from './BackToPixCode.tsx'
import type { StoredReceipt } from './storedReceipts.ts'
import { useOpenPix } from './storedPix.ts'
import { findPaymentToken, useLocalPayment, type LocalPayment } from './useLocalPayment.ts'

export function LocalPaymentNotice({ known }: { known: Exclude<LocalPayment, { display: 'answer' }> }) {
  if (known.display === 'confirming') {
    const token = findPaymentToken(known.sent.id, known.sent.ticketCode)
    return token === null ? <ConfirmingNotice /> : <PollingNotice key={token} token={token} />
  }
  const { exitDeadline, timeZone } = known.receipt
  const until = exitDeadline === null ? '' : ` Sair até ${formatDayAndTime(exitDeadline, timeZone)}.`
  return (
    <Callout tone="go" title={`Pagamento recebido.${until}`} takesFocus>
      <p>Não pague de novo. Na saída, apresente ou insira o mesmo ticket.</p>
    </Callout>
  )
}

function PollingNotice({ token }: { token: string }) {
  usePayment(token)
  return <ConfirmingNotice />
}

type GuardProps = { code?: string | undefined; token?: string; children: ReactNode }

/** Renders `children` unless this device knows of a payment; an open Pix is named first. */
export function LocalPaymentGuard({ children, ...of }: GuardProps) {
  const known = useLocalPayment(of)
  const pix = useOpenPix().find(({ ticketCode, token }) => ticketCode === of.code || token === of.token)
  if (known.display !== 'answer') return <LocalPaymentNotice known={known} />
  return (
    <>
      {pix && (
        <Callout tone="sign" title="Há um código Pix aberto para este ticket." icon="pix">
          <p>Se você já pagou no aplicativo do banco, não pague de novo.</p>
          <BackToPixCode token={pix.token} />
        </Callout>
      )}
      {children}
    </>
  )
}

type ReceiptTicket = Pick<StoredReceipt, 'ticketCode' | 'valueHuman' | 'exitDeadline' | 'timeZone' | 'lot'>

export function ReceiptTicketCard({ receipt }: { receipt: ReceiptTicket }) {
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
