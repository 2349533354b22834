import { Button } from '#kit/web/Button.tsx'
import { EmailField } from '#kit/web/form/fields.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { PasswordField } from '#kit/web/form/PasswordField.tsx'
import { Page, Panel } from '#kit/web/page/Page.tsx'
import { backTarget } from '#kit/web/route/useBackTo.ts'
import { go, goToTarget, useRoute, type RouteTarget, parseTarget } from '#kit/web/route/routes.ts'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { useHumanCheck } from '#session/web/human/useHumanCheck.tsx'
import css from './Access.module.css'
import { HumanCheckActions } from './HumanCheckActions.tsx'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { email, typedPassword } from '#kit/fields.ts'
import { call } from '#kit/web/call/call.ts'
import { getNativeApp } from '#kit/web/native/bridge.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { dismissAllNotices } from '#kit/web/notice/notify.ts'
import { clearDrafts } from '#kit/web/state/draft.ts'
import { login } from '#session/contract.ts'
import { announceSessionChange } from '#session/web/sessionCheck/sessionVersion.ts'
import { loadSession } from '#session/web/loadSession.ts'
import { useSession } from '#session/web/session.ts'
import { isStaff } from '../../user.ts'

/** docs/spec.md#login */
export default function LoginPage() {
  const check = useHumanCheck()
  const { form, signIn } = useLogin(check.takeProof)
  const { query } = useRoute()
  const refused = () => {
    check.reset()
    form.setFocus('password', { shouldSelect: true })
  }
  return (
    <Page title="Entrar na sua conta">
      <Form form={form} onSubmit={signIn} onFailure={refused} isLoadingData={!check.solved}>
        <Panel>
          <EmailField name="username" autoComplete="username" enterKeyHint="next" required />
          <div className={css.withLink}>
            <PasswordField name="password" label="Senha" autoComplete="current-password" enterKeyHint="go" />
            <RouteLink to="login.recover_email" query={query}>
              Esqueci minha senha
            </RouteLink>
          </div>
        </Panel>
        <HumanCheckActions check={check}>ENTRAR</HumanCheckActions>
      </Form>
      <OtherWays query={query} />
    </Page>
  )
}

function OtherWays({ query }: Pick<RouteTarget, 'query'>) {
  const target = backTarget(query)
  return (
    <div className={css.further}>
      <p className="soft">Ainda não tem conta?</p>
      <RouteLink to="account.create" variant="plain" icon="user">
        Criar conta
      </RouteLink>
      <Button variant="quiet" onClick={() => (target ? goToTarget(target) : go('welcome'))}>
        Voltar
      </Button>
    </div>
  )
}

type LoginEntry = { username: string; password: string }

const loginSchema = z.object({ username: email, password: typedPassword })

function useLogin(takeProof: () => Promise<string | null>) {
  const form = useForm<LoginEntry>({
    schema: loginSchema,
    defaultValues: { username: '', password: '' },
    draft: 'login',
  })
  const { to } = useRoute().query
  const user = useSession()?.user
  useEffect(() => {
    if (user) goToTarget(destinationAfterLogin(user.level, to), { replace: true })
  }, [user, to])
  const signIn = async (entry: LoginEntry) => {
    await whileLoading(sendLogin(entry, await takeProof()))
    announceSessionChange()
  }
  return { form, signIn }
}

async function sendLogin({ username, password }: LoginEntry, recaptcha: string | null): Promise<void> {
  const app = getNativeApp()
  const login_token = (await app?.getLoginToken()) ?? null
  const answer = await call(login, {
    body: { username, password, recaptcha, login_token, app: app !== null },
  })
  if (answer.device_ws_token !== null) await app?.setLoginToken(answer.device_ws_token)
  // Notices and drafts may belong to another person.
  dismissAllNotices()
  clearDrafts()
  await loadSession()
}

const homeTarget: RouteTarget = { name: 'home', params: {}, query: {} }

const accessScreens: readonly string[] = [
  'login',
  'logout',
  'recaptcha',
  'login.recover_email',
  'recover_token',
]

function destinationAfterLogin(level: number, to: string | undefined): RouteTarget {
  const target = isStaff(level) ? null : parseTarget(to)
  return target && !accessScreens.includes(target.name) ? target : homeTarget
}
