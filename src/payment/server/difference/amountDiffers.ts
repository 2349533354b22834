import { recordSaleEvent } from './saleEvents.ts'
import { type ChangeName, changeNames } from '../../caseKinds.ts'
import { type ChangeAmounts, isOtherAmount } from '#acquirer/changes.ts'
import type { Approval } from '#acquirer/acquirer.ts'
import type { Db } from '#db/schema.ts'
import { type Attempt, isByPix } from '../attempt/attempts.ts'
import { addCapture, type Payment } from '../store.ts'

type Sale = {
  payment: Payment
  attempt: Attempt
  now: Date
  takenCents: number
  isLagging: boolean
}

/** The sale shows another captured amount: opens a case and books an excess. */
export async function bookOtherCapture(
  db: Db,
  { payment, attempt, now, takenCents, isLagging }: Sale,
  { capturedCents: shownCents, voidedCents, isCaptureAmountMissing }: Approval,
): Promise<void> {
  if (takenCents === 0 || isCaptureAmountMissing || isByPix(attempt)) return
  // A voided sale may show no captured amount.
  if (shownCents === 0 && (voidedCents > 0 || isLagging)) return
  if (shownCents > takenCents) {
    const ids = { paymentId: payment.id, attemptId: attempt.id, takenBeforeCents: takenCents }
    await addCapture(db, { ...ids, amountCents: shownCents - takenCents, at: now })
  }
  const askedCents = payment.take_cents ?? attempt.amount_cents
  await noteAmounts(db, { attempt, now }, 'capture', { askedCents, acknowledgedCents: null, shownCents })
}

/** Opens a case, once per change, for another amount than requested. `id`: of a refund. */
export async function noteAmounts(
  db: Db,
  { id, ...of }: { attempt: Attempt; now: Date; id?: number },
  change: ChangeName,
  amounts: ChangeAmounts,
): Promise<void> {
  if (!isOtherAmount(amounts)) return
  await recordSaleEvent(db, of, {
    kind: 'amount_differs',
    number: id === undefined ? change : `${change}-${id}`,
    amountCents: Math.abs((amounts.shownCents ?? 0) - amounts.askedCents),
    text: changeNames[change],
    amounts,
  })
}
