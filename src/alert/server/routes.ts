import type { FastifyInstance } from 'fastify'
import { isoIn } from '#kit/clock.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { Member, PortalCaller } from '#session/server/caller.ts'
import { answerList } from '#staff/server/list/answerList.ts'
import { registerZone, editedReply } from '#staff/server/lists.ts'
import { memberOf } from '#staff/server/member.ts'
import * as contract from '../backoffice.ts'
import { alertKinds } from '../kinds.ts'
import { changeSettings, readSettings } from './alertSettings.ts'
import type { AlertDeps } from './deps.ts'
import { markSeen, searchAlerts } from './store.ts'

/** docs/back-office.md#avisos */
export function alertRoutes(app: FastifyInstance, deps: AlertDeps, portal: Guard<PortalCaller>): void {
  const { db } = deps
  mount(app, contract.listAlerts, portal, ({ query }, caller) =>
    answerList(contract.listAlerts, { query, caller }, (wanted) => searchAlerts(db, wanted), wireAlert),
  )
  mount(app, contract.seeAlert, portal, async ({ params }, caller) => {
    await markSeen(db, params.id, memberOf(caller))
    return { data: { seen: true as const } }
  })
  const settings = async () => editedReply(await readSettings(db))
  mount(app, contract.readAlertSettings, portal, settings)
  mount(app, contract.changeAlertSettings, portal, async ({ body }, caller) => {
    await changeSettings(deps, body, memberOf(caller).actor)
    return settings()
  })
}

type Row = Awaited<ReturnType<typeof searchAlerts>>['rows'][number]

function wireAlert(row: Row, { id: userId }: Member): contract.WireAlert {
  const iso = (at: Date) => isoIn(row.time_zone ?? registerZone, at)
  return {
    ...row,
    name: lookUp(alertKinds, row.kind)?.name ?? row.kind,
    since: iso(row.since),
    cleared_at: row.cleared_at && iso(row.cleared_at),
    seen: row.seen_by.includes(userId),
  }
}
