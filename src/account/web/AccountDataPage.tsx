import { lazy, Suspense, useEffect } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { HumanLine } from '#session/web/human/HumanLine.tsx'
import { Form } from '#kit/web/form/Form.tsx'
import { Steps } from '#counter/web/Steps.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { go, replaceWith, targetText, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { useSignedIn } from '#session/web/session.ts'
import { AccountWish } from './create/AccountWish.tsx'
import { DuplicateWarning } from './create/DuplicateWarning.tsx'
import { NameAndEmail, PhoneAndCpf } from './create/PayerFields.tsx'
import { useFlowTicket } from './FlowTicket.tsx'
import { useAccountForm } from './useAccountForm.ts'

const PixPayer = lazy(() => import('./pix/PixPayer.tsx'))

/** Who pays (docs/screens.md#16-payer). Whoever is signed in has said so before. */
export default function AccountDataPage() {
  const { ticket, method } = useRoute().query
  const byPix = method === 'pix'
  const signedIn = useSignedIn()
  useEffect(() => {
    if (signedIn) replaceWith('ticket.paymentType', { query: byPix ? { ticket, method } : { ticket } })
  }, [signedIn, ticket, byPix, method])
  if (!byPix) return <CardPayer />
  return (
    <Suspense fallback={<Skeleton lines={5} label="Carregando..." />}>
      <PixPayer />
    </Suspense>
  )
}

function CardPayer() {
  const { code, aside } = useFlowTicket()
  const query = { ticket: code }
  const { form, save } = useAccountForm({
    draft: 'account',
    wanted: false,
    onSaved: () => go('ticket.personAddress', { query }),
  })
  return (
    <Page title="Preencha seus dados" steps={<Steps at="accountData" />} aside={aside}>
      <Form form={form} onSubmit={save}>
        <DuplicateWarning
          access={{ to: targetText('ticket.paymentType', { query }), backTo: 'ticket.account', ...query }}
        />
        <Panel>
          <NameAndEmail emailHint="O recibo do pagamento será enviado para este e-mail." />
          <PhoneAndCpf />
          <AccountWish />
        </Panel>
        <Actions>
          <HumanLine />
          <Button>AVANÇAR</Button>
        </Actions>
      </Form>
      <Button look="quiet" onClick={() => go('ticket.value', { query })}>
        Voltar
      </Button>
    </Page>
  )
}
