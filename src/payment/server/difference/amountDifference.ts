import type { AttemptMoment } from '../settlementContext.ts'
import { recordSaleEvent, type SaleMoment } from './saleEvents.ts'
import { type ChangeName, changeNames } from '../../caseKinds.ts'
import { type ChangeAmounts, isAmountMismatch, type Approval } from '#acquirer/acquirer.ts'
import type { Db } from '#db/schema.ts'
import { isByPix } from '../attempt/attempts.ts'
import { insertCapture } from '../store.ts'

type Sale = AttemptMoment & { takenCents: number; isLagging: boolean }

/** Opens a case where the sale shows another captured amount, and records an excess. */
export async function recordOtherCapture(db: Db, sale: Sale, shown: Approval): Promise<void> {
  const { payment, attempt, now, takenCents, isLagging } = sale
  const { capturedCents: shownCents, voidedCents, isCaptureAmountMissing } = shown
  if (takenCents === 0 || isCaptureAmountMissing || isByPix(attempt)) return
  // A voided sale may show no captured amount.
  if (shownCents === 0 && (voidedCents > 0 || isLagging)) return
  const amountCents = shownCents - takenCents
  if (amountCents > 0)
    await insertCapture(db, { attempt, amountCents, takenBeforeCents: takenCents, at: now })
  const askedCents = payment.requested_cents ?? attempt.amount_cents
  await recordAmountDifference(db, { attempt, now }, 'capture', {
    askedCents,
    acknowledgedCents: null,
    shownCents,
  })
}

/** Opens a case, once per change, where the acquirer made another amount. `id`: the refund's. */
export async function recordAmountDifference(
  db: Db,
  of: ChangedSale,
  change: ChangeName,
  amounts: ChangeAmounts,
) {
  if (!isAmountMismatch(amounts)) return
  const number = of.id === undefined ? change : `${change}-${of.id}`
  const amountCents = Math.abs((amounts.shownCents ?? 0) - amounts.askedCents)
  const event = { kind: 'amount_differs', number, amountCents, text: changeNames[change], amounts } as const
  await recordSaleEvent(db, of, event)
}

type ChangedSale = SaleMoment & { id?: number }
