import type { ReactNode } from 'react'
import { Steps } from '#checkout/web/Steps.tsx'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { Page } from '#kit/web/page/Page.tsx'
import type { ForeignTransaction } from '../../contract.ts'
import { termsOf } from '../../method/captureTerms.ts'
import { isPaid, isSent } from '../../paymentState.ts'
import { Confirming } from '../known/Confirming.tsx'
import { KeptTicket, KnownPayment } from '../known/KnownPayment.tsx'
import { useKnown } from '../known/useKnown.ts'
import { PaymentTicket } from '../PaymentTicket.tsx'
import { OwnerAway } from './OwnerAway.tsx'

type Props = {
  payment: ForeignTransaction
  children?: ReactNode
}

export function ForeignPage({ payment, children }: Props) {
  const { ticket_code: ticketCode, ticket_dt_exit: exitDeadline, time_zone: timeZone, valueHuman } = payment
  if (!isPaid(payment.state) || termsOf(payment).take === 'hold')
    return (
      <Page title="Pagamento" aside={<PaymentTicket payment={payment} card={null} />}>
        <Standing payment={payment} />
      </Page>
    )
  return (
    <Page
      title="Pagamento concluído"
      steps={<Steps />}
      aside={<KeptTicket receipt={{ ticketCode, valueHuman, exitDeadline, timeZone }} />}
    >
      <Situation tone="go" title="Pagamento recebido." takesFocus>
        {exitDeadline !== null && <p>Na saída, apresente ou insira o mesmo ticket. Guarde-o até lá.</p>}
      </Situation>
      {children}
    </Page>
  )
}

function Standing({ payment }: { payment: ForeignTransaction }) {
  const { ticket_code: code, ws_token: token, server_now: answeredAt, state } = payment
  const known = useKnown({ code, token, answeredAt })
  if (known.display === 'received') return <KnownPayment known={known} />
  if (known.display === 'confirming' || isSent(state)) return <Confirming />
  return <OwnerAway payment={payment} />
}
