import type { FastifyInstance } from 'fastify'
import { consentsOf } from '#account/server/consentRows.ts'
import { invalid } from '#kit/fail.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { RetentionTables } from '#kit/server/retention/retention.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { signedIn } from '#session/session.ts'
import * as contract from '../contract.ts'
import type { SettingsDeps } from './settings/deps.ts'
import { eraseAccount } from './flow/eraseAccount.ts'
import { exportMyData } from './flow/exportMyData.ts'
import { revokeConsent } from './flow/revokeConsent.ts'
import { keptRecords, wireConsent } from './view.ts'

export type SiteDeps = SettingsDeps & { keepings: RetentionTables }

/** LGPD: export, revoke, erase. */
export function siteRoutes(app: FastifyInstance, deps: SiteDeps, portal: Guard<PortalCaller>): void {
  mount(app, contract.exportMyData, portal, async (_, { session }) => ({
    data: await exportMyData(deps, session),
  }))
  mount(app, contract.listConsents, portal, async (_, { session }) => ({
    data: (await consentsOf(deps.db, signedIn(session))).map(wireConsent),
  }))
  mount(app, contract.revokeConsent, portal, async ({ params }, { session }) => ({
    data: await revokeConsent(deps, signedIn(session), params.id),
  }))
  mount(app, contract.eraseAccount, portal, async ({ body }, caller) => {
    const erased = await eraseAccount(deps, caller, body.password)
    if (!erased) throw invalid({ password: ['Senha atual incorreta.'] })
    caller.adopt(erased.renewed.id)
    return { data: { erased: true, kept: keptRecords(erased.fiscalRecords, deps.keepings) } }
  })
}
