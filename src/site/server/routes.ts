import type { FastifyInstance } from 'fastify'
import { listUserConsents } from '#account/server/consents.ts'
import { forgetAllCards } from '#card/server/flow/forgetCard.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { RetentionTables } from '#kit/server/retention/retention.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { requireUserId } from '#session/session.ts'
import type { OperatorTimeZone } from '#staff/server/lists.ts'
import * as contract from '../contract.ts'
import { eraseAccount } from './flow/eraseAccount.ts'
import { exportMyData } from './flow/exportMyData.ts'
import type { SettingsDeps } from './settings/settings.ts'
import { listKeptRecords, wireConsent } from './view.ts'

export type SiteDeps = SettingsDeps & { operatorTimeZone: OperatorTimeZone; retentionTables: RetentionTables }

export function siteRoutes(app: FastifyInstance, deps: SiteDeps, portal: Guard<PortalCaller>): void {
  mount(app, contract.exportMyData, portal, async (_, { session }) => ({
    data: await exportMyData(deps, session),
  }))
  mount(app, contract.listConsents, portal, async (_, { session }) => {
    const timeZone = await deps.operatorTimeZone()
    const consents = await listUserConsents(deps.db, requireUserId(session))
    return { data: consents.map((consent) => wireConsent(consent, timeZone)) }
  })
  mount(app, contract.revokeConsent, portal, async ({ params }, { session }) => ({
    data: await revokeConsent(deps, requireUserId(session), params.id),
  }))
  mount(app, contract.eraseAccount, portal, async ({ body }, caller) => {
    const erased = await eraseAccount(deps, caller, body.password)
    caller.setSessionId(erased.renewed.id)
    return { data: { erased: true, kept: listKeptRecords(erased.fiscalRecords, deps.retentionTables) } }
  })
}

/** Deletes the saved cards. Throws `not_found`, and `consent_needed` for the terms. */
async function revokeConsent(deps: SiteDeps, userId: number, id: number) {
  const timeZone = await deps.operatorTimeZone()
  const now = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const consent = (await listUserConsents(tx, userId)).find((one) => one.id === id)
    if (!consent) throw fail('not_found')
    if (consent.kind === 'terms') throw fail('consent_needed')
    if (consent.revoked_at === null) await forgetAllCards(tx, userId, now)
    return wireConsent({ ...consent, revoked_at: consent.revoked_at ?? now }, timeZone)
  })
}
