import type { FastifyInstance } from 'fastify'
import { fail, invalid } from '#kit/fail.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { deviceLogin, login, logout } from '#session/contract.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { recoverEmail, recoverToken } from '../../recoveryContract.ts'
import { startScreenOf } from '../../user.ts'
import type { AccountDeps } from '../deps.ts'
import { requestRecovery, setNewPassword } from '../flow/access/recovery.ts'
import { signInByDevice, signInByPassword } from '../flow/access/signIn.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { findDeviceOfSession } from '#session/server/store.ts'
import { type RenewedSession, signOut } from '#session/server/renewSession.ts'
import type { Session } from '#session/session.ts'
import { revokeDeviceTokens } from '../deviceTokens.ts'

export function accessRoutes(app: FastifyInstance, deps: AccountDeps, portal: Guard<PortalCaller>): void {
  mount(app, login, portal, async ({ body }, caller) => {
    const { session, setSessionId } = caller
    const { username: email, password, app: isApp, login_token } = body
    const attempt = { email, password, by: caller, app: isApp === true, deviceToken: login_token ?? null }
    const signedIn = await signInByPassword(deps, session, attempt)
    if (!signedIn) throw invalid({ username: ['E-mail ou senha inválidos.'] })
    setSessionId(signedIn.renewed.id)
    caller.rememberBrowser(signedIn.user.id)
    return { ...wireDevice(signedIn.device), logged: true, url: startScreenOf(signedIn.user.level) }
  })
  mount(app, deviceLogin, portal, async ({ body }, { session, setSessionId, ip }) => {
    const signedIn = await signInByDevice(deps, session, { token: body.login_token ?? '', ip })
    if (!signedIn) return { logged: false, ...wireDevice(null) }
    setSessionId(signedIn.renewed.id)
    return { logged: true, ...wireDevice(signedIn.device) }
  })
  mount(app, logout, portal, async (_, { session, hasXhrMarker, setSessionId }) => {
    if (!hasXhrMarker) throw fail('csrf')
    const { id } = await signOutSession(deps, session)
    setSessionId(id)
    return { data: { logged: false } }
  })
  mount(app, recoverEmail, portal, async ({ body }, caller) => {
    await requestRecovery(deps, { email: body.email, by: caller })
    return { data: { message: 'As instruções para recuperar sua senha foram enviadas para seu e-mail.' } }
  })
  mount(app, recoverToken, portal, async ({ body }, { ip, session, rememberBrowser }) => {
    const { userId } = await setNewPassword(deps, { ...body, ip, session })
    rememberBrowser(userId)
    return { data: { message: 'Senha alterada com sucesso!' } }
  })
}

function wireDevice(device: { id: number; token: string } | null) {
  return { device_ws_token: device?.token ?? null, device_id: device?.id ?? null }
}

async function signOutSession(deps: { db: Db; clock: Clock }, session: Session): Promise<RenewedSession> {
  const now = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const deviceId = await findDeviceOfSession(tx, session.hash)
    if (deviceId !== null) await revokeDeviceTokens(tx, { id: deviceId }, now)
    return signOut(tx, session, now)
  })
}
