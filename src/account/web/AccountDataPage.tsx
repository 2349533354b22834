import { lazy, Suspense, useEffect } from 'react'
import { Steps } from '#checkout/web/Steps.tsx'
import { Button } from '#kit/web/Button.tsx'
import { Form, useServerErrors } from '#kit/web/form/Form.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { go, replaceWith, serializeTarget, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { HumanCheckStatus } from '#session/web/human/HumanCheckStatus.tsx'
import { useIsSignedIn } from '#session/web/session.ts'
import { useIsGuest } from '#session/web/waitForSession.ts'
import { CreateAccountOption, NameAndEmailFields, PhoneAndCpfFields } from './create/PayerFields.tsx'
import { DuplicateWarning } from './create/DuplicateWarning.tsx'
import { useDueTicket } from './CheckoutTicket.tsx'
import { type PayerProps, useRememberedPayer } from './remember/useRememberedPayer.ts'
import { TermsLinks } from './Terms.tsx'
import { useAccountForm } from './useAccountForm.ts'

const PixPayer = lazy(() => import('./pix/PixPayer.tsx'))
const PayAs = lazy(() => import('./remember/PayAs.tsx'))
const loadRememberMe = () => import('./remember/RememberMe.tsx').catch(() => ({ default: () => null }))
const RememberMe = lazy(loadRememberMe)
void loadRememberMe()

/** docs/spec.md#payer */
export default function AccountDataPage() {
  const { method } = useRoute().query
  const { code: ticket, aside } = useDueTicket()
  const { person, isNewPayer, refusal, ...remembered } = useRememberedPayer()
  const isGuest = useIsGuest()
  const signedIn = useIsSignedIn()
  const byPix = method === 'pix'
  const query = { ticket, method }
  useEffect(() => {
    if (signedIn) replaceWith('ticket.paymentType', { query: { ticket, method } })
  }, [signedIn, ticket, method])
  const advance = () => go(byPix ? 'ticket.paymentType' : 'ticket.personAddress', { query })
  const Payer = byPix ? PixPayer : CardPayer
  return (
    <Page title="Preencha seus dados" steps={byPix ? <Steps at="accountData" /> : <Steps />} aside={aside}>
      {method && !byPix && <p>Para pagar com cartão, a operadora pede também e-mail, telefone e endereço.</p>}
      <Suspense fallback={<Skeleton lines={4} />}>
        {person === null && (
          <Payer query={query} onSaved={advance} isNewPayer={isNewPayer} refusal={refusal} />
        )}
        {person !== null && !isGuest && <Skeleton lines={4} />}
        {person !== null && isGuest && (
          <PayAs
            by={byPix ? 'pix' : 'card'}
            person={person}
            remembered={remembered}
            ticket={ticket}
            onSent={advance}
          />
        )}
      </Suspense>
      {byPix && <TermsLinks back={{ backTo: serializeTarget('ticket.account', { query }) }} />}
      <Button variant="quiet" onClick={() => go('ticket.value', { query: { ticket } })}>
        Voltar
      </Button>
    </Page>
  )
}

function CardPayer({ query, onSaved, isNewPayer, refusal }: PayerProps) {
  const { form, save } = useAccountForm({
    isNewAccount: false,
    code: query.ticket,
    isNewPayer,
    onSaved,
  })
  useServerErrors(form, refusal)
  useEffect(() => {
    if (isNewPayer) form.setFocus('name')
  }, [form, isNewPayer])
  return (
    <Form form={form} onSubmit={save} enterMovesOn>
      <DuplicateWarning
        access={{ to: serializeTarget('ticket.paymentType', { query }), backTo: 'ticket.account', ...query }}
      />
      <Panel>
        <NameAndEmailFields emailHint="O recibo do pagamento será enviado para este e-mail." />
        <PhoneAndCpfFields last={!form.watch('shouldCreateAccount')} />
        <CreateAccountOption />
        <Suspense>
          <RememberMe />
        </Suspense>
      </Panel>
      <Actions>
        <HumanCheckStatus />
        <Button>AVANÇAR</Button>
      </Actions>
    </Form>
  )
}
