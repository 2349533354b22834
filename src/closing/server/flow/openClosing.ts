import { isoIn } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { readClosingLots } from '#parking/server/closingLots.ts'
import type { StaffMember } from '#session/server/caller.ts'
import { isAllowed } from '#staff/level.ts'
import { assertLot } from '#staff/server/member.ts'
import { hasTill } from '#till/server/store.ts'
import { findActorNames } from '#staff/server/trailNames.ts'
import { adjustClosing, mailClosing, type WireClosing } from '../../backoffice.ts'
import { zeroDigest, type ClosingDocument } from '../../document.ts'
import { sumTotals } from '../../totals.ts'
import type { ClosingDeps } from '../deps.ts'
import { readFees } from '../readFees.ts'
import { closingProgress } from '../closingStarts.ts'
import {
  type Adjustment,
  adjustmentsBetween,
  closingMails,
  findClosingByNumber,
  findClosing,
  lastAdjustmentId,
  withLines,
} from '../store.ts'
import { wireClosingDocument, wireClosingRow, wireMails, wireTotals } from '../view.ts'
import { lastCountedIds, tallyDay } from './tallyDay.ts'

/** Throws `not_found`. */
export async function openClosing(deps: ClosingDeps, id: number, member: StaffMember): Promise<WireClosing> {
  const { db } = deps
  const [row] = await withLines(db, [await findClosing(db, id, member)])
  if (!row) throw fail('not_found')
  const before = await findClosingByNumber(db, row.lot_id, row.number - 1)
  const range = { after: before?.adjustment_id ?? 0, upto: row.adjustment_id }
  const adjustments = await adjustmentsBetween(db, row.lot_id, range)
  const lot = (await readClosingLots(db)).find((one) => one.id === row.lot_id)
  return {
    ...wireClosingRow(row),
    ...(await wireWithOperator(deps, row, adjustments)),
    has_till: await hasTill(db, row.lot_id),
    previous_digest: before?.digest ?? zeroDigest,
    mails: wireMails(row, await closingMails(db, id)),
    can: {
      mail: isAllowed(member.level, mailClosing.access) && (lot?.emails.length ?? 0) > 0,
      adjust: isAllowed(member.level, adjustClosing.access),
    },
  }
}

const maxId = Number.MAX_SAFE_INTEGER

/** Counts the open day as if it were closed now. Throws `not_found`. */
export async function previewClosing(
  deps: ClosingDeps,
  lotId: number,
  by: StaffMember,
): Promise<WireClosing> {
  const { db, clock } = deps
  assertLot(by, lotId)
  const lot = (await readClosingLots(db)).find(({ id }) => id === lotId)
  if (!lot) throw fail('not_found')
  const { last, start, dayToClose } = await closingProgress(db, lotId)
  const day = isoIn(lot.timeZone, clock.now()).slice(0, 10)
  const upto = { ledger: maxId, segment: maxId, take: maxId, adjustment: await lastAdjustmentId(db, lotId) }
  // Late rows and adjustments belong to the next closing, which may be of an earlier day.
  const after = dayToClose === day && start ? lastCountedIds(last, start) : upto
  const counting = { lotId, zone: lot.timeZone, day, after, upto }
  const { feeEstimate, ...counted } = await tallyDay(db, counting, await readFees(db))
  const document = { ...counted, number: 0, ledger_id: 0, segment_id: 0, take_id: 0 }
  const adjustments = await adjustmentsBetween(db, lotId, { after: after.adjustment, upto: upto.adjustment })
  return {
    ...(await wireWithOperator(deps, document, adjustments)),
    id: null,
    number: null,
    made_at: null,
    digest: null,
    previous_digest: null,
    mails: [],
    lot: lot.name,
    has_till: await hasTill(db, lotId),
    totals: wireTotals(sumTotals(counted.lines, feeEstimate)),
    can: { mail: false, adjust: isAllowed(by.level, adjustClosing.access) },
  }
}

async function wireWithOperator(
  { db, trailNames, operator }: ClosingDeps,
  document: ClosingDocument,
  adjustments: readonly Adjustment[],
) {
  const actors = adjustments.map(({ actor }) => actor)
  const whoOf = await findActorNames(db, trailNames, actors)
  return { ...wireClosingDocument(document, adjustments, whoOf), operator: await operator() }
}
