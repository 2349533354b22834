import { lazy, Suspense, useEffect } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { Form, useRefusal } from '#kit/web/form/Form.tsx'
import { Actions, Panel } from '#kit/web/page/Page.tsx'
import { replaceWith, targetText, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { HumanLine } from '#session/web/human/HumanLine.tsx'
import { useSignedIn } from '#session/web/session.ts'
import { AccountOption } from './create/AccountOption.tsx'
import { DuplicateWarning } from './create/DuplicateWarning.tsx'
import { NameAndEmail, PhoneAndCpf } from './create/PayerFields.tsx'
import { PayerPage, type PayerProps } from './remember/PayerPage.tsx'
import { useAccountForm } from './useAccountForm.ts'

const PixPayer = lazy(() => import('./pix/PixPayer.tsx'))
const loadRememberMe = () => import('./remember/RememberMe.tsx').catch(() => ({ default: () => null }))
const RememberMe = lazy(loadRememberMe)
void loadRememberMe()

/** docs/spec.md#payer */
export default function AccountDataPage() {
  const { ticket, method } = useRoute().query
  const signedIn = useSignedIn()
  useEffect(() => {
    if (signedIn) replaceWith('ticket.paymentType', { query: { ticket, method } })
  }, [signedIn, ticket, method])
  if (method !== 'pix') return <PayerPage by="card" method={method} Payer={CardPayer} />
  return (
    <Suspense fallback={<Skeleton lines={5} label="Carregando..." />}>
      <PixPayer />
    </Suspense>
  )
}

function CardPayer({ query, onSaved, isNewPayer, refusal }: PayerProps) {
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
