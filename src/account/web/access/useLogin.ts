import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { email, typedPassword } from '#kit/fields.ts'
import { call } from '#kit/web/call/call.ts'
import { useForm } from '#kit/web/form/Form.tsx'
import { nativeApp } from '#kit/web/native/bridge.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { dismissAll } from '#kit/web/notice/notify.ts'
import { goTo, useRoute, parseTarget, type Target } from '#kit/web/route/routes.ts'
import { clearDrafts } from '#kit/web/state/draft.ts'
import { login } from '#session/contract.ts'
import { announceSession } from '#session/web/life/tabs.ts'
import { loadSession } from '#session/web/loadSession.ts'
import { useSession } from '#session/web/session.ts'
import { isStaff } from '../../user.ts'

type LoginEntry = { username: string; password: string }

const schema = z.object({ username: email, password: typedPassword })

export function useLogin(takeProof: () => Promise<string | null>): {
  form: UseFormReturn<LoginEntry>
  signIn: (entry: LoginEntry) => Promise<void>
} {
  const form = useForm<LoginEntry>({ schema, defaultValues: { username: '', password: '' }, draft: 'login' })
  const { to } = useRoute().query
  const user = useSession()?.user
  useEffect(() => {
    if (user) goTo(destinationAfterLogin(user.level, to), { replace: true })
  }, [user, to])
  const signIn = async (entry: LoginEntry) => {
    await whileLoading(sendLogin(entry, await takeProof()))
    announceSession()
  }
  return { form, signIn }
}

async function sendLogin({ username, password }: LoginEntry, recaptcha: string | null): Promise<void> {
  const app = nativeApp()
  const login_token = (await app?.getLoginToken()) ?? null
  const answer = await call(login, {
    body: { username, password, recaptcha, login_token, app: app !== null },
  })
  if (answer.device_ws_token !== null) await app?.setLoginToken(answer.device_ws_token)
  // They may belong to another person.
  dismissAll()
  clearDrafts()
  await loadSession()
}

const home: Target = { name: 'home', params: {}, query: {} }

const pointless: readonly string[] = ['login', 'logout', 'recaptcha', 'login.recover_email', 'recover_token']

/** docs/spec.md#login */
function destinationAfterLogin(level: number, to: string | undefined): Target {
  const target = isStaff(level) ? null : parseTarget(to)
  return target && !pointless.includes(target.name) ? target : home
}
