import { nextDay } from '#kit/calendar.ts'
import { isoIn } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { closingLots } from '#parking/server/closingLots.ts'
import type { Member } from '#session/server/caller.ts'
import { isAllowed } from '#staff/level.ts'
import { assertLot } from '#staff/server/member.ts'
import { namesOfActors } from '#staff/server/actorNames.ts'
import { adjustClosing, mailClosing, type WireClosing } from '../../backoffice.ts'
import { noDigest, type ClosingDocument } from '../../document.ts'
import { totalsOf } from '../../totals.ts'
import type { ClosingDeps } from '../deps.ts'
import { readFees } from '../readFees.ts'
import { closingStart } from '../starts.ts'
import {
  type Adjustment,
  adjustmentsBetween,
  closingById,
  closingOfNumber,
  lastAdjustment,
  lastClosing,
  linesOf,
} from '../store.ts'
import { wireDocument, wireRow, wireTotals } from '../view.ts'
import { countedUpto, tallyDay } from './tally.ts'

/** Throws `not_found`. */
export async function openClosing(deps: ClosingDeps, id: number, member: Member): Promise<WireClosing> {
  const { db } = deps
  const row = await closingById(db, id)
  if (!row) throw fail('not_found')
  assertLot(member, row.lot_id)
  const lines = (await linesOf(db, [id])).get(id) ?? []
  const before = await closingOfNumber(db, row.lot_id, row.number - 1)
  const numbers = { after: before?.adjustment_id ?? 0, upto: row.adjustment_id }
  const adjustments = await adjustmentsBetween(db, row.lot_id, numbers)
  const lot = (await closingLots(db)).find((one) => one.id === row.lot_id)
  return {
    ...wireRow(row, lines),
    ...(await shown(deps, { ...row, lines }, adjustments)),
    previous_digest: before?.digest ?? noDigest,
    can: {
      mail: isAllowed(member.level, mailClosing.access) && (lot?.emails.length ?? 0) > 0,
      adjust: isAllowed(member.level, adjustClosing.access),
    },
  }
}

const everything = Number.MAX_SAFE_INTEGER

/** The open day as it would be closed now. Throws `not_found`. */
export async function previewClosing(deps: ClosingDeps, lotId: number, member: Member): Promise<WireClosing> {
  const { db, clock } = deps
  assertLot(member, lotId)
  const lot = (await closingLots(db)).find(({ id }) => id === lotId)
  if (!lot) throw fail('not_found')
  const last = await lastClosing(db, lotId)
  const start = await closingStart(db, lotId)
  const day = isoIn(lot.timeZone, clock.now()).slice(0, 10)
  const upto = { ledger: everything, segment: everything, adjustment: await lastAdjustment(db, lotId) }
  // Late rows and adjustments belong to the next closing, which may be of an earlier day.
  const isNext = (last ? nextDay(last.day) : start?.day) === day
  const after = isNext && start ? countedUpto(last, start) : upto
  const counting = { lotId, zone: lot.timeZone, day, after, upto }
  const { feeEstimate, ...counted } = await tallyDay(db, counting, await readFees(db))
  const counts = { ledger_id: 0, segment_id: 0, take_id: 0 }
  const document = { ...counted, ...counts, lot_id: lotId, number: 0, day, time_zone: lot.timeZone }
  const adjustments = await adjustmentsBetween(db, lotId, { after: after.adjustment, upto: upto.adjustment })
  return {
    ...(await shown(deps, document, adjustments)),
    id: null,
    number: null,
    made_at: null,
    digest: null,
    previous_digest: null,
    lot: lot.name,
    totals: wireTotals(totalsOf(counted.lines, feeEstimate)),
    can: { mail: false, adjust: isAllowed(member.level, adjustClosing.access) },
  }
}

async function shown(
  { db, trailNames, operator }: ClosingDeps,
  document: ClosingDocument,
  adjustments: readonly Adjustment[],
) {
  const actors = adjustments.map(({ actor }) => actor)
  const whoOf = await namesOfActors(db, trailNames, actors)
  return { ...wireDocument(document, adjustments, whoOf), operator: await operator() }
}
