import { useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { CallFailure } from '#kit/web/failure.ts'
import { HumanCheckStatus } from '#session/web/human/HumanCheckStatus.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { PasswordField } from '#kit/web/form/PasswordField.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { useOfflineReason } from '#kit/web/notice/useOfflineReason.ts'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { replaceWith, useRoute } from '#kit/web/route/routes.ts'
import { recoverToken } from '../../recoveryContract.ts'

const schema = z.object({ password: recoverToken.body.shape.password })
type Entry = { password: string }

const noticeMs = 6_000

export default function RecoverTokenPage() {
  const { params, query } = useRoute()
  const token = params['token'] ?? ''
  const [spent, setSpent] = useState<string | null>(null)
  const form = useForm<Entry>({ schema, defaultValues: { password: '' } })
  const offline = useOfflineReason()
  const save = async ({ password }: Entry) => {
    try {
      const { data } = await whileLoading(call(recoverToken, { body: { password, token } }))
      replaceWith('login')
      notify(data.message, 'success', noticeMs)
    } catch (failure) {
      if (!(failure instanceof CallFailure) || failure.code !== 'recovery_token') throw failure
      setSpent(failure.message)
    }
  }
  if (spent !== null) return <InvalidLink text={spent} />
  return (
    <Page title="Criar nova senha">
      <Form form={form} onSubmit={save}>
        <Panel>
          <HiddenUsername email={query['email'] ?? ''} />
          <PasswordField
            name="password"
            label="Nova senha"
            hint="Entre 6 e 32 caracteres."
            autoComplete="new-password"
            enterKeyHint="done"
          />
          <p>Ao salvar, os acessos abertos em outros aparelhos são encerrados.</p>
        </Panel>
        <Actions>
          <HumanCheckStatus />
          <Button disabledReason={offline}>SALVAR NOVA SENHA</Button>
        </Actions>
      </Form>
      <RouteLink to="login" variant="quiet">
        Voltar
      </RouteLink>
    </Page>
  )
}

/** A password manager saves the new password under this e-mail. */
function HiddenUsername({ email }: { email: string }) {
  const unseen = { tabIndex: -1, 'aria-hidden': true, className: 'visually-hidden' }
  return <input {...unseen} type="email" name="username" autoComplete="username" value={email} readOnly />
}

function InvalidLink({ text }: { text: string }) {
  return (
    <Page title="Link sem validade">
      <Callout tone="warn" title={text} takesFocus>
        <p>Por segurança, cada link vale por 60 minutos e só pode ser usado uma vez.</p>
      </Callout>
      <Actions>
        <RouteLink to="login.recover_email" variant="primary">
          PEDIR UM NOVO LINK
        </RouteLink>
      </Actions>
      <RouteLink to="login" variant="quiet">
        Voltar
      </RouteLink>
    </Page>
  )
}
