import { type ComponentType, lazy, Suspense } from 'react'
import { Steps } from '#checkout/web/Steps.tsx'
import { Button } from '#kit/web/Button.tsx'
import type { CallFailure } from '#kit/web/failure.ts'
import { Page } from '#kit/web/page/Page.tsx'
import { go, targetText } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { useGuest } from '#session/web/waitForSession.ts'
import { useDueTicket } from '../FlowTicket.tsx'
import { TermsLinks } from '../Terms.tsx'
import { useRemembered } from './useRemembered.ts'

const PayAs = lazy(() => import('./PayAs.tsx'))

export type PayerProps = {
  query: { ticket: string | undefined; method: string | undefined }
  onSaved: () => void
  isNewPayer: boolean
  refusal: CallFailure | null
}

type Props = { by: 'card' | 'pix'; method: string | undefined; Payer: ComponentType<PayerProps> }

/** Offers the remembered person, else `Payer`, the form. */
export function PayerPage({ by, method, Payer }: Props) {
  const { code: ticket, aside } = useDueTicket()
  const { person, isOther, refusal, ...remembered } = useRemembered()
  const isGuest = useGuest()
  const query = { ticket, method }
  const waiting = <Skeleton lines={4} />
  const advance = () => go(by === 'pix' ? 'ticket.paymentType' : 'ticket.personAddress', { query })
  return (
    <Page
      title="Preencha seus dados"
      steps={by === 'pix' ? <Steps at="accountData" /> : <Steps />}
      aside={aside}
    >
      {by === 'card' && method && (
        <p>Para pagar com cartão, a operadora pede também e-mail, telefone e endereço.</p>
      )}
      {person === null ? (
        <Payer query={query} onSaved={advance} isNewPayer={isOther} refusal={refusal} />
      ) : (
        <Suspense fallback={waiting}>
          {isGuest ? (
            <PayAs by={by} person={person} remembered={remembered} ticket={ticket} onSent={advance} />
          ) : (
            waiting
          )}
        </Suspense>
      )}
      {by === 'pix' && <TermsLinks back={{ backTo: targetText('ticket.account', { query }) }} />}
      <Button look="quiet" onClick={() => go('ticket.value', { query: { ticket } })}>
        Voltar
      </Button>
    </Page>
  )
}
