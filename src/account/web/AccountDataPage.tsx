import { lazy, Suspense, useEffect } from 'react'
import { Button } from '#kit/web/Button.tsx'
import type { CallFailure } from '#kit/web/failure.ts'
import { HumanLine } from '#session/web/human/HumanLine.tsx'
import { Form, useRefusal } from '#kit/web/form/Form.tsx'
import { Steps } from '#checkout/web/Steps.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { go, replaceWith, targetText, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { useSignedIn } from '#session/web/session.ts'
import { AccountOption } from './create/AccountOption.tsx'
import { DuplicateWarning } from './create/DuplicateWarning.tsx'
import { NameAndEmail, PhoneAndCpf } from './create/PayerFields.tsx'
import { useDueTicket } from './FlowTicket.tsx'
import { RememberedPayerPrompt } from './remember/RememberedPayerPrompt.tsx'
import { useRemembered } from './remember/useRemembered.ts'
import { useAccountForm } from './useAccountForm.ts'

const PixPayer = lazy(() => import('./pix/PixPayer.tsx'))
const loadRememberMe = () => import('./remember/RememberMe.tsx').catch(() => ({ default: () => null }))
const RememberMe = lazy(loadRememberMe)
void loadRememberMe()

/** docs/spec.md#payer */
export default function AccountDataPage() {
  const { ticket, method } = useRoute().query
  const byPix = method === 'pix'
  const signedIn = useSignedIn()
  useEffect(() => {
    if (signedIn) replaceWith('ticket.paymentType', { query: { ticket, method } })
  }, [signedIn, ticket, method])
  if (!byPix) return <CardPayer method={method} />
  return (
    <Suspense fallback={<Skeleton lines={5} label="Carregando..." />}>
      <PixPayer />
    </Suspense>
  )
}

function CardPayer({ method }: { method: string | undefined }) {
  const { code, aside } = useDueTicket()
  const query = { ticket: code, method }
  const remembered = useRemembered()
  const advance = () => go('ticket.personAddress', { query })
  return (
    <Page title="Preencha seus dados" steps={<Steps />} aside={aside}>
      {method && <p>Para pagar com cartão, a operadora pede também e-mail, telefone e endereço.</p>}
      {remembered.person ? (
        <RememberedPayerPrompt
          by="card"
          person={remembered.person}
          remembered={remembered}
          ticket={code}
          onSent={advance}
        />
      ) : (
        <Payer query={query} onSaved={advance} isNewPayer={remembered.isOther} refusal={remembered.refusal} />
      )}
      <Button look="quiet" onClick={() => go('ticket.value', { query: { ticket: code } })}>
        Voltar
      </Button>
    </Page>
  )
}

type PayerProps = {
  query: { ticket: string | undefined; method: string | undefined }
  onSaved: () => void
  isNewPayer: boolean
  refusal: CallFailure | null
}

function Payer({ query, onSaved, isNewPayer, refusal }: PayerProps) {
  const { form, save } = useAccountForm({
    draft: 'account',
    wanted: false,
    code: query.ticket,
    isNewPayer,
    onSaved,
  })
  useRefusal(form, refusal)
  useEffect(() => {
    if (isNewPayer) form.setFocus('name')
  }, [form, isNewPayer])
  return (
    <Form form={form} onSubmit={save} leads>
      <DuplicateWarning
        access={{ to: targetText('ticket.paymentType', { query }), backTo: 'ticket.account', ...query }}
      />
      <Panel>
        <NameAndEmail emailHint="O recibo do pagamento será enviado para este e-mail." />
        <PhoneAndCpf last={!form.watch('shouldCreateAccount')} />
        <AccountOption />
        <Suspense>
          <RememberMe />
        </Suspense>
      </Panel>
      <Actions>
        <HumanLine />
        <Button>AVANÇAR</Button>
      </Actions>
    </Form>
  )
}
