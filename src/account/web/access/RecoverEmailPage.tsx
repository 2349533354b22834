import { useState } from 'react'
import * as z from 'zod/mini'
import { email } from '#kit/fields.ts'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { EmailField } from '#kit/web/form/fields.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { useRoute } from '#kit/web/route/routes.ts'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { useHumanCheck } from '#session/web/human/useHumanCheck.tsx'
import { recoverEmail } from '../../recoveryContract.ts'
import { HumanCheckActions } from './HumanCheckActions.tsx'

const schema = z.object({ email })
type Entry = { email: string }

export default function RecoverEmailPage() {
  const [sent, setSent] = useState<{ to: string; message: string } | null>(null)
  const { query } = useRoute()
  if (sent === null) return <RecoverEmailForm onSent={setSent} />
  return (
    <Page title="Confira seu e-mail">
      <Callout tone="go" title={sent.message} takesFocus>
        <p>{`Se ${sent.to} tiver cadastro, o link chega em instantes. Ele vale por 60 minutos e só pode ser usado uma vez. Confira também a caixa de spam.`}</p>
      </Callout>
      <Actions>
        <RouteLink to="login" query={query} variant="primary">
          Voltar para o login
        </RouteLink>
      </Actions>
      <Button variant="quiet" onClick={() => setSent(null)}>
        Enviar de novo
      </Button>
    </Page>
  )
}

function RecoverEmailForm({ onSent }: { onSent: (sent: { to: string; message: string }) => void }) {
  const check = useHumanCheck()
  const form = useForm<Entry>({ schema, defaultValues: { email: '' }, draft: 'recover' })
  const ask = async (entry: Entry) => {
    const body = { email: entry.email, recaptcha: await check.takeProof() }
    const { data } = await whileLoading(call(recoverEmail, { body }))
    onSent({ to: entry.email.trim(), message: data.message })
  }
  return (
    <Page title="Recuperar senha">
      <Form form={form} onSubmit={ask} onFailure={check.reset} isLoadingData={!check.solved}>
        <Panel>
          <p>Informe o e-mail do seu cadastro. Enviaremos um link para você criar uma nova senha.</p>
          <EmailField enterKeyHint="send" required />
        </Panel>
        <HumanCheckActions check={check}>ENVIAR INSTRUÇÕES</HumanCheckActions>
      </Form>
      <RouteLink to="login" query={useRoute().query} variant="quiet">
        Voltar
      </RouteLink>
    </Page>
  )
}
