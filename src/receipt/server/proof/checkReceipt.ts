import type { Db } from '#db/schema.ts'
import { isoIn } from '#kit/clock.ts'
import { wireMoney } from '#kit/money.ts'
import { methodRow } from '#payment/method/method.ts'
import { allLots } from '#parking/server/store.ts'
import { readProtocol } from '#payment/texts.ts'
import { keptCents } from '#payment/server/ledger/paymentMoney.ts'
import { type Proof, encodeProof } from '../../proof.ts'
import type { Issuer, ProofState, VerifiedReceipt } from '../../proofPage.ts'
import type { ReceiptDeps } from '../deps.ts'
import { buildProof } from './proofOf.ts'
import { verifyProof } from './receiptKeys.ts'

/** `isKnown`: the database has the payment as the text says. */
type CheckedReceipt = VerifiedReceipt & { readonly state: ProofState; readonly isKnown: boolean }

type CheckDeps = Pick<ReceiptDeps, 'db' | 'receiptKeys' | 'operatorTimeZone'>

/** Null for a text that is not valid (docs/spec.md#verifiable-receipt). */
export async function checkReceipt(deps: CheckDeps, text: string): Promise<CheckedReceipt | null> {
  const { db, receiptKeys, operatorTimeZone } = deps
  const found = verifyProof(receiptKeys, text)
  if (found === null) return null
  const { proof, isRevoked } = found
  const payment = await findMatchingPayment(db, proof)
  if (isRevoked && payment === null) return null
  const lot = (await allLots(db)).find(({ id }) => id === proof.lotId)
  const kept = payment ? (payment.kept_cents ?? 0) : proof.amountCents
  // Money kept above the receipt's amount does not count.
  const refundedCents = Math.min(proof.amountCents, Math.max(0, proof.amountCents - kept))
  return {
    proof,
    state: refundedCents === 0 ? 'valid' : refundedCents < proof.amountCents ? 'partly_refunded' : 'refunded',
    refundedCents,
    lot: lot?.name ?? `Estacionamento ${proof.lotId}`,
    timeZone: payment?.time_zone ?? lot?.time_zone ?? (await operatorTimeZone()),
    isKnown: payment !== null,
  }
}

async function findMatchingPayment(db: Db, proof: Proof) {
  const id = readProtocol(proof.protocol)
  if (id === null) return null
  const found = db.selectFrom('payment').selectAll().select(keptCents.as('kept_cents')).where('id', '=', id)
  const payment = await found.executeTakeFirst()
  const stands = payment && buildProof(payment)
  return stands && encodeProof(stands) === encodeProof(proof) ? payment : null
}

export function wireCheckedReceipt(found: CheckedReceipt | null, by: Issuer, now: Date) {
  if (found === null) return { valid: false }
  const { proof, timeZone: time_zone, state, lot } = found
  const iso = (at: Date) => isoIn(time_zone, at)
  return {
    valid: true,
    known: found.isKnown,
    state,
    refunded: wireMoney(found.refundedCents),
    server_now: iso(now),
    receipt: {
      protocol: proof.protocol,
      ticket_code: proof.ticketCode,
      lot_id: proof.lotId,
      lot,
      ...wireMoney(proof.amountCents),
      payment_type: proof.paymentType,
      payment_type_desc: methodRow(proof.paymentType).text,
      paid_at: iso(proof.paidAt),
      exit_until: proof.exitUntil && iso(proof.exitUntil),
      time_zone,
      operator: by.name,
      cnpj: by.cnpj,
    },
  }
}
