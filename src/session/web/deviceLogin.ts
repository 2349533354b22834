import { call } from '#kit/web/call/call.ts'
import { ignoreCallFailure } from '#kit/web/failure.ts'
import { getNativeApp } from '#kit/web/native/bridge.ts'
import { hashLocation } from '#kit/web/route/location.ts'
import { findRoute, replaceWith } from '#kit/web/route/routes.ts'
import { deviceLogin } from '../contract.ts'
import { announceSessionChange } from './sessionCheck/sessionVersion.ts'
import { loadSession } from './loadSession.ts'
import { waitForSession } from './waitForSession.ts'

let signingIn: Promise<void> | null = null

/** docs/spec.md#welcome. Shows no failure. */
export function signInByDevice(): Promise<void> {
  signingIn ??= signIn()
    .catch(ignoreCallFailure)
    .finally(() => (signingIn = null))
  return signingIn
}

async function signIn(): Promise<void> {
  const app = getNativeApp()
  const login_token = (await app?.getLoginToken()) ?? null
  if (app === null || login_token === null) return
  // The second call is for a cookie of an ended login.
  const { user } = await waitForSession().catch(waitForSession)
  if (user === null) {
    const { logged, device_ws_token } = await call(deviceLogin, { body: { login_token } })
    await app.setLoginToken(logged ? device_ws_token : null)
    if (!logged) return
    await loadSession()
    announceSessionChange()
  }
  if (findRoute(hashLocation.get()).name === 'welcome') replaceWith('home')
}
