import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { AuditSubject } from '#kit/auditTerms.ts'
import { isoIn } from '#kit/clock.ts'
import { invalid } from '#kit/fail.ts'
import { searchTrail, type TrailFilters, type TrailRow } from './searchTrail.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { VisibleLots, PortalCaller } from '#session/server/caller.ts'
import * as contract from '../../contract.ts'
import { describeChanges } from '../../auditChanges.ts'
import { actionText, type Trails, unnamedActors } from '../../auditTerms.ts'
import type { StaffDeps } from '../deps.ts'
import { answerList, type Wanted } from '../list/answerList.ts'
import { memberOf } from '../member.ts'
import { findActorNames, findSubjectNames } from '../trailNames.ts'

type Deps = Pick<StaffDeps, 'db' | 'trails' | 'trailNames' | 'operatorTimeZone'>

/** docs/back-office.md#auditoria */
export function auditRoutes(app: FastifyInstance, deps: Deps, portal: Guard<PortalCaller>): void {
  mount(app, contract.listAudit, portal, async ({ query }, caller) => {
    const timeZone = await deps.operatorTimeZone()
    return answerList(contract.listAudit, { query, caller, timeZone }, async (wanted) => {
      const list = await searchTrail(deps.db, { ...wanted, ...trailFilters(deps, wanted, timeZone) })
      return { ...list, rows: await wireAuditRows(deps, list.rows) }
    })
  })
  mount(app, contract.listAuditActors, portal, async (_, caller) => ({
    data: await listActors(deps, memberOf(caller).lots),
  }))
}

type WantedTrail = Wanted<z.output<typeof contract.listAudit.query>>

/** Throws 422 for an unknown subject. */
export function trailFilters(
  { trails, trailNames }: Pick<Deps, 'trails' | 'trailNames'>,
  { actor, subject, subject_id: subjectId, lots, ...period }: WantedTrail,
  timeZone: string,
): TrailFilters {
  if (subject !== null && !isSubject(trails, subject)) throw invalid({ subject: ['Escolha uma das opções.'] })
  return { ...period, timeZone, actor, subject, subjectId, isVisible: isWithinLots(trailNames, lots) }
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
  { db, trails, trailNames, operatorTimeZone }: Deps,
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
  const timeZone = await operatorTimeZone()
  return known.map(({ id, at, actor, subject, subject_id, action, before, after }) => ({
    id,
    at: isoIn(timeZone, at),
    actor,
    who: whoOf(actor),
    subject,
    subject_id,
    ...nameOf({ subject, subject_id }),
    action: actionText(trails[subject], action),
    changes: describeChanges(trails[subject], { before, after }, timeZone),
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
