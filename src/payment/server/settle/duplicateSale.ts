import type { FindOutcome } from '#acquirer/acquirer.ts'
import type { Db, Tx } from '#db/schema.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import { hashToken, randomToken } from '#kit/server/secrets.ts'
import { attemptStates } from '../../attemptStates.ts'
import type { PaymentDeps } from '../deps.ts'
import { insertAttempt, type Attempt, findAttemptByReference, duplicateSaleKey } from '../attempt/attempts.ts'
import { nextAttempt } from '../attempt/preflight.ts'
import type { SaleMoment } from '../difference/saleEvents.ts'
import { acquirerEventKind } from '../attempt/scheduleRecheck.ts'
import { approvalColumns, recordLedgerSums } from './applyCapture.ts'
import type { AttemptContext } from '../settlementContext.ts'
import { requestReversalAgain } from '../attempt/requestReversal.ts'

type KnownSale = Pick<Attempt, 'reference' | 'state'>

/** Whether the outcome is of a second sale under the same order key. */
export function isDuplicateSale({ reference, state }: KnownSale, outcome: FindOutcome): boolean {
  if (state === 'refused' || !attemptStates[state].isOver || reference === null) return false
  const reported = 'reference' in outcome ? outcome.reference : null
  return reported !== null && reported.toLowerCase() !== reference.toLowerCase()
}

/** Stores a duplicate sale with money as its own attempt and requests its reversal. */
export async function recordDuplicateSale(
  tx: Tx,
  deps: PaymentDeps,
  settlement: AttemptContext,
  sale: FindOutcome,
) {
  if (sale.outcome !== 'approved') return
  const { payment, attempt, now } = settlement
  const { acquirer } = attempt
  const { reference, capturedCents, voidedCents } = sale
  const isOver = capturedCents > 0 ? capturedCents <= voidedCents : voidedCents > 0
  if (isOver || (await findAttemptByReference(tx, { acquirer, reference }))) return
  const { id, n } = await nextAttempt(tx, payment)
  const answer = { ...approvalColumns(sale, attempt, now), state: 'giving_back' } as const
  deps.log.error({ payment: payment.id, attempt: attempt.id, reference }, 'a sale was made twice')
  await insertAttempt(tx, {
    id,
    n,
    payment_id: payment.id,
    acquirer,
    order_key: duplicateSaleKey(attempt.order_key, n),
    amount_cents: sale.amountCents,
    payment_type: attempt.payment_type,
    session_hash: attempt.session_hash,
    return_nonce_hash: hashToken(randomToken()),
    started_at: now,
    ...answer,
    shown: null,
  })
  if (capturedCents > 0)
    await recordLedgerSums(
      tx,
      { ...settlement, attempt: { ...attempt, ...answer, shown: null, id, n } },
      sale,
    )
  await requestReversalAgain(tx, id, { now })
}

/** Enqueues a job for each other sale under the order key. */
export async function enqueueOtherSales(db: Db, { attempt, now }: SaleMoment, sale: FindOutcome) {
  const { acquirer } = attempt
  const others = sale.outcome === 'approved' ? (sale.duplicateReferences ?? []) : []
  for (const reference of others) {
    const payload = { acquirer, reference, receivedAt: now.toISOString() }
    await enqueue(db, acquirerEventKind, payload, { key: `other-sale-${acquirer}-${reference}`, now })
  }
}
