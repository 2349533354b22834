import type { FastifyInstance } from 'fastify'
import { isoIn } from '#kit/clock.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { answerList } from '#staff/server/list/answerList.ts'
import { editedReply } from '#staff/server/lists.ts'
import { memberOf } from '#staff/server/member.ts'
import * as contract from '../backoffice.ts'
import { alertKinds } from '../kinds.ts'
import { changeAlertSettings, readAlertSettings } from './alertSettings.ts'
import type { AlertDeps } from './deps.ts'
import { markAlertSeen, searchAlerts } from './store.ts'

/** docs/back-office.md#avisos */
export function alertRoutes(app: FastifyInstance, deps: AlertDeps, portal: Guard<PortalCaller>): void {
  const { db } = deps
  mount(app, contract.listAlerts, portal, ({ query }, caller) =>
    answerList(contract.listAlerts, { query, caller }, async ({ member, ...wanted }) => {
      const by = { userId: member.id, timeZone: await deps.operatorTimeZone() }
      const found = await searchAlerts(db, { ...wanted, member })
      return { ...found, rows: found.rows.map((row) => wireAlert(row, by)) }
    }),
  )
  mount(app, contract.seeAlert, portal, async ({ params }, caller) => {
    await markAlertSeen(db, params.id, memberOf(caller))
    return { data: { seen: true as const } }
  })
  const settings = async () => editedReply(await readAlertSettings(db))
  mount(app, contract.readAlertSettings, portal, settings)
  mount(app, contract.changeAlertSettings, portal, async ({ body }, caller) => {
    await changeAlertSettings(deps, body, memberOf(caller).actor)
    return settings()
  })
}

type AlertRow = Awaited<ReturnType<typeof searchAlerts>>['rows'][number]

function wireAlert(row: AlertRow, by: { userId: number; timeZone: string }): contract.WireAlert {
  const iso = (at: Date) => isoIn(row.time_zone ?? by.timeZone, at)
  return {
    ...row,
    name: lookUp(alertKinds, row.kind)?.name ?? row.kind,
    since: iso(row.since),
    cleared_at: row.cleared_at && iso(row.cleared_at),
    seen: row.seen_by.includes(by.userId),
  }
}
