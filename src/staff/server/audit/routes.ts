import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { AuditSubject } from '#kit/auditTerms.ts'
import { isoIn } from '#kit/clock.ts'
import { invalid } from '#kit/fail.ts'
import { parsePageRequest, pagedList } from '#kit/paging.ts'
import { searchTrail, type TrailFilters, type TrailRow } from './searchTrail.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { VisibleLots, PortalCaller } from '#session/server/caller.ts'
import * as contract from '../../contract.ts'
import { describeChanges } from '../../auditChanges.ts'
import { actionText, type Trails, unnamedActors } from '../../auditTerms.ts'
import type { StaffDeps } from '../deps.ts'
import { operatorTimeZone, perPage, periodOf } from '../lists.ts'
import { requestedLots, memberOf } from '../member.ts'
import { findActorNames, findSubjectNames } from '../trailNames.ts'

type Deps = Pick<StaffDeps, 'db' | 'trails' | 'trailNames'>

/** docs/back-office.md#auditoria */
export function auditRoutes(app: FastifyInstance, deps: Deps, portal: Guard<PortalCaller>): void {
  mount(app, contract.listAudit, portal, async ({ query }, caller) => {
    const request = parsePageRequest(query, perPage)
    const wanted = {
      ...trailFilters(deps, query, requestedLots(memberOf(caller), query.lot_id)),
      ...periodOf(query),
    }
    const list = await searchTrail(deps.db, { ...request, ...wanted })
    const rows = await wireAuditRows(deps, list.rows)
    return pagedList({ ...list, rows }, request, contract.listAudit.path)
  })
  mount(app, contract.listAuditActors, portal, async (_, caller) => ({
    data: await listActors(deps, memberOf(caller).lots),
  }))
}

/** Throws 422 for an unknown subject. */
export function trailFilters(
  { trails, trailNames }: Pick<Deps, 'trails' | 'trailNames'>,
  { actor, subject, subject_id: subjectId }: z.output<typeof contract.listAudit.query>,
  lots: VisibleLots,
): Omit<TrailFilters, 'from' | 'until'> {
  if (subject !== null && !isSubject(trails, subject)) throw invalid({ subject: ['Escolha uma das opções.'] })
  return { actor, subject, subjectId, isVisible: isWithinLots(trailNames, lots) }
}

/** Rows without a lot are for staff of all lots. */
function isWithinLots({ lotsOf }: Deps['trailNames'], lots: VisibleLots): RawBuilder<boolean> {
  if (lots === null) return sql<boolean>`true`
  const kinds = Object.entries(lotsOf).map(([kind, found]) => sql`when ${kind} then ${found}`)
  return sql<boolean>`(case subject ${sql.join(kinds, sql` `)} end) <@ ${[...lots]}::int[]`
}

function isSubject(trails: Trails, text: string): text is AuditSubject {
  return Object.hasOwn(trails, text)
}

/** Leaves out rows of subjects that only a newer release knows. */
export async function wireAuditRows(
  { db, trails, trailNames }: Deps,
  rows: readonly TrailRow[],
): Promise<contract.AuditRow[]> {
  const known = rows.flatMap((row) =>
    isSubject(trails, row.subject) ? [{ ...row, subject: row.subject }] : [],
  )
  const nameOf = await findSubjectNames(db, trailNames, known)
  const whoOf = await findActorNames(
    db,
    trailNames,
    known.map(({ actor }) => actor),
  )
  return known.map(({ id, at, actor, subject, subject_id, action, before, after }) => ({
    id,
    at: isoIn(operatorTimeZone, at),
    actor,
    who: whoOf(actor),
    subject,
    subject_id,
    ...nameOf({ subject, subject_id }),
    action: actionText(trails[subject], action),
    changes: describeChanges(trails[subject], { before, after }, operatorTimeZone),
  }))
}

async function listActors(
  { db, trailNames }: Deps,
  lots: VisibleLots,
): Promise<{ id: string; text: string }[]> {
  const [people = [], ...others] = await Promise.all(
    trailNames.actors.map(async ({ kind, listActors }) =>
      (await listActors(db, lots)).map(({ id, name }) => ({ id: `${kind} ${id}`, text: name })),
    ),
  )
  return [...people, ...Object.entries(unnamedActors).map(([id, text]) => ({ id, text })), ...others.flat()]
}
