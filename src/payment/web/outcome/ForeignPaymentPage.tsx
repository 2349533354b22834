import type { ReactNode } from 'react'
import { Steps } from '#checkout/web/Steps.tsx'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { Page } from '#kit/web/page/Page.tsx'
import type { ForeignTransaction } from '../../contract.ts'
import { captureTermsOf } from '../../method/captureTerms.ts'
import { isPaid, isSent } from '../../paymentState.ts'
import { ConfirmingNotice } from '../local/ConfirmingNotice.tsx'
import { ReceiptTicketCard, LocalPaymentNotice } from '../local/LocalPaymentNotice.tsx'
import { useLocalPayment } from '../local/useLocalPayment.ts'
import { PaymentTicket } from '../PaymentTicket.tsx'
import { OwnerSignedOut } from './OwnerSignedOut.tsx'

type Props = { payment: ForeignTransaction; children?: ReactNode }

export function ForeignPaymentPage({ payment, children }: Props) {
  const { ticket_code: ticketCode, ticket_dt_exit: exitDeadline, time_zone: timeZone, valueHuman } = payment
  if (!isPaid(payment.state) || captureTermsOf(payment).captureMode === 'hold')
    return (
      <Page title="Pagamento" aside={<PaymentTicket payment={payment} card={null} />}>
        <ForeignPaymentState payment={payment} />
      </Page>
    )
  return (
    <Page
      title="Pagamento concluído"
      steps={<Steps />}
      aside={<ReceiptTicketCard receipt={{ ticketCode, valueHuman, exitDeadline, timeZone }} />}
    >
      <Callout tone="go" title="Pagamento recebido." takesFocus>
        {exitDeadline !== null && <p>Na saída, apresente ou insira o mesmo ticket. Guarde-o até lá.</p>}
      </Callout>
      {children}
    </Page>
  )
}

function ForeignPaymentState({ payment }: { payment: ForeignTransaction }) {
  const { ticket_code: code, ws_token: token, server_now: answeredAt, state } = payment
  const known = useLocalPayment({ code, token, answeredAt })
  if (known.display === 'received') return <LocalPaymentNotice known={known} />
  if (known.display === 'confirming' || isSent(state)) return <ConfirmingNotice />
  return <OwnerSignedOut payment={payment} />
}
