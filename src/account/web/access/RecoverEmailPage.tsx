import { useState } from 'react'
import * as z from 'zod/mini'
import { email } from '#kit/fields.ts'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { EmailField } from '#kit/web/form/fields.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { useRoute } from '#kit/web/route/routes.ts'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { useHumanCheck } from '#session/web/human/useHumanCheck.tsx'
import { recoverEmail } from '../../recovery.ts'
import { CheckedActions } from './CheckedActions.tsx'

const schema = z.object({ email })
type Entry = { email: string }

export default function RecoverEmailPage() {
  const [sent, setSent] = useState<{ to: string; said: string } | null>(null)
  const { query } = useRoute()
  if (sent === null) return <Ask onSent={setSent} />
  return (
    <Page title="Confira seu e-mail">
      <Situation tone="go" title={sent.said} takesFocus>
        <p>{`Se ${sent.to} tiver cadastro, o link chega em instantes. Ele vale por 60 minutos e só pode ser usado uma vez. Confira também a caixa de spam.`}</p>
      </Situation>
      <Actions>
        <RouteLink to="login" query={query} look="primary">
          Voltar para o login
        </RouteLink>
      </Actions>
      <Button look="quiet" onClick={() => setSent(null)}>
        Enviar de novo
      </Button>
    </Page>
  )
}

function Ask({ onSent }: { onSent: (sent: { to: string; said: string }) => void }) {
  const check = useHumanCheck()
  const form = useForm<Entry>({ schema, defaultValues: { email: '' }, draft: 'recover' })
  const ask = async (entry: Entry) => {
    const body = { email: entry.email, recaptcha: await check.take() }
    const { data } = await whileLoading(call(recoverEmail, { body }))
    onSent({ to: entry.email.trim(), said: data.message })
  }
  return (
    <Page title="Recuperar senha">
      <Form form={form} onSubmit={ask} onRefused={check.reset} waiting={!check.solved}>
        <Panel>
          <p>Informe o e-mail do seu cadastro. Enviaremos um link para você criar uma nova senha.</p>
          <EmailField enterKeyHint="send" required />
        </Panel>
        <CheckedActions check={check}>ENVIAR INSTRUÇÕES</CheckedActions>
      </Form>
      <RouteLink to="login" query={useRoute().query} look="quiet">
        Voltar
      </RouteLink>
    </Page>
  )
}
