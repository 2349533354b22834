import { useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { TextField } from '#kit/web/form/fields.tsx'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { go, goTo, parseTarget, replaceWith, useRoute } from '#kit/web/route/routes.ts'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { passSecondFactor } from '../contract.ts'
import { Enrolment } from './Enrolment.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { useSecondFactor } from './secondFactor.ts'

export default function SecondFactorPage() {
  const { view, reload } = useSecondFactor()
  return (
    <Page title="Código de acesso">
      {view.state === 'failed' && (
        <LoadFailed
          title="Não foi possível verificar o código de acesso"
          failure={view.failure}
          reload={reload}
        />
      )}
      {view.state === 'loading' && <Skeleton lines={4} />}
      {view.state === 'ready' && <CodeForm enrolled={view.value.enrolled} />}
      <RouteLink to="ticket.read" look="quiet" icon="ticket">
        Pagar um ticket
      </RouteLink>
      <Button look="quiet" icon="exit" onClick={() => go('logout')}>
        Sair
      </Button>
    </Page>
  )
}

type Entry = { code: string }

function CodeForm({ enrolled }: { enrolled: boolean }) {
  const { query } = useRoute()
  const form = useForm<Entry>({ schema: passSecondFactor.body, defaultValues: { code: '' } })
  const [codes, showCodes] = useState<readonly string[] | null>(null)
  const pass = async ({ code }: Entry) => {
    try {
      const { data } = await whileLoading(call(passSecondFactor, { body: { code } }))
      if (data.recovery_codes !== null) return showCodes(data.recovery_codes)
      enter()
    } catch (failure) {
      form.resetField('code')
      throw failure
    }
  }
  const enter = () => {
    const target = parseTarget(query['to'])
    if (target && target.name !== 'staff.secondFactor') goTo(target, { replace: true })
    else replaceWith('staff.dashboard')
  }
  if (codes !== null) return <RecoveryCodes codes={codes} onContinue={enter} />
  return (
    <Form form={form} onSubmit={pass}>
      <Panel>
        {enrolled ? (
          <p>
            Abra o seu aplicativo autenticador e digite os 6 dígitos do Guichê. Sem ele, digite um código de
            recuperação.
          </p>
        ) : (
          <Enrolment />
        )}
        <TextField
          name="code"
          label="Código de 6 dígitos"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
        />
      </Panel>
      <Actions>
        <Button type="submit" busy={form.formState.isSubmitting}>
          CONTINUAR
        </Button>
      </Actions>
    </Form>
  )
}
