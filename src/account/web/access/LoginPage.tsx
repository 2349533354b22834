import { Button } from '#kit/web/Button.tsx'
import { TextField } from '#kit/web/form/fields.tsx'
import { Form } from '#kit/web/form/Form.tsx'
import { PasswordField } from '#kit/web/form/PasswordField.tsx'
import { Page, Panel } from '#kit/web/page/Page.tsx'
import { backTarget } from '#kit/web/route/back.ts'
import { go, goTo, useRoute, type Target } from '#kit/web/route/routes.ts'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { useHumanCheck } from '#session/web/human/useHumanCheck.tsx'
import css from './Access.module.css'
import { CheckedActions } from './CheckedActions.tsx'
import { useLogin } from './useLogin.ts'

/** docs/spec.md#login */
export default function LoginPage() {
  const check = useHumanCheck()
  const { form, signIn } = useLogin(check.take)
  const { query } = useRoute()
  const refused = () => {
    check.reset()
    form.setFocus('password', { shouldSelect: true })
  }
  return (
    <Page title="Entrar na sua conta">
      <Form form={form} onSubmit={signIn} onRefused={refused} waiting={!check.solved}>
        <Panel>
          <TextField
            name="username"
            label="E-mail"
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            enterKeyHint="next"
            required
          />
          <div className={css.withLink}>
            <PasswordField name="password" label="Senha" autoComplete="current-password" enterKeyHint="go" />
            <RouteLink to="login.recover_email" query={query}>
              Esqueci minha senha
            </RouteLink>
          </div>
        </Panel>
        <CheckedActions check={check}>ENTRAR</CheckedActions>
      </Form>
      <Further query={query} />
    </Page>
  )
}

function Further({ query }: Pick<Target, 'query'>) {
  const target = backTarget(query)
  return (
    <div className={css.further}>
      <p>Ainda não tem conta?</p>
      <RouteLink to="account.create" look="plain" icon="user">
        Criar conta
      </RouteLink>
      <Button look="quiet" onClick={() => (target ? goTo(target) : go('welcome'))}>
        Voltar
      </Button>
    </div>
  )
}
