import type { FastifyInstance } from 'fastify'
import { staffNames } from '#account/server/desk/searchUsers.ts'
import type { Db } from '#db/schema.ts'
import { searchDevices } from '#equipment/server/desk/devices.ts'
import { isoIn } from '#kit/clock.ts'
import { askedList, pagedList } from '#kit/paging.ts'
import { searchTrail } from '#kit/server/auditTrail.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { actorText } from '../../historyTexts.ts'
import * as contract from '../../audit.ts'
import { actionText, differences } from '../../auditTexts.ts'
import { keptFilters, perPage, periodOf } from '../lists.ts'
import { actorOf } from '../member.ts'
import { type RegisterDeps, registerZone } from '../registerDeps.ts'
import { actorNames, isSubject, trailNames } from '#app/server/trailNames.ts'

/** The audit trail: who changed what (behaviour.md section 8). Nobody changes it. */
export function auditRoutes(app: FastifyInstance, { db }: RegisterDeps, portal: Guard<PortalCaller>): void {
  mount(app, contract.listAudit, portal, async ({ query }) => {
    const request = askedList(query, perPage)
    const { actor, subject, subject_id: subjectId } = query
    const period = { state: null, lot_id: null, from: query.from, until: query.until }
    const list = await searchTrail(db, { ...request, actor, subject, subjectId, ...periodOf(period) })
    const kept = {
      ...keptFilters(period),
      actor: actor ?? undefined,
      subject: subject ?? undefined,
      subject_id: subjectId ?? undefined,
    }
    const rows = await wireRows(db, list.rows)
    return pagedList({ ...list, rows }, request, contract.listAudit.path, kept)
  })
  mount(app, contract.listAuditActors, portal, async () => ({ data: await actors(db) }))
}

type Stored = Awaited<ReturnType<typeof searchTrail>>['rows']

async function wireRows(db: Db, rows: Stored): Promise<contract.AuditRow[]> {
  const nameOf = await trailNames(db, rows)
  const who = await actorNames(
    db,
    rows.map(({ actor }) => actor),
  )
  return rows.flatMap(({ id, at, actor, subject, subject_id, action, before, after }) =>
    isSubject(subject)
      ? {
          id,
          at: isoIn(registerZone, at),
          actor,
          who: who.get(actor) ?? actorText(actor),
          subject,
          subject_id,
          ...nameOf({ subject, subject_id }),
          action: actionText(subject, action),
          changes: differences(subject, before, after),
        }
      : [],
  )
}

/** Those without a name of their own, then the people who work here, then the devices. */
const unnamed = ['customer', 'acquirer', 'janitor', 'setup']

async function actors(db: Db): Promise<{ id: string; text: string }[]> {
  const people = await staffNames(db)
  const devices = await searchDevices(db, { q: '', lotId: null, state: null, page: 1, perPage: 200 })
  return [
    ...people.map(({ id, name }) => ({ id: actorOf(id), text: name })),
    ...unnamed.map((id) => ({ id, text: actorText(id) })),
    ...devices.rows.map(({ id, name }) => ({ id: `device ${id}`, text: name })),
  ]
}
