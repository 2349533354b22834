import { wireMoney } from '#kit/money.ts'
import { isoIn } from '#kit/clock.ts'
import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { type Attempt, attemptsOf } from '#payment/server/attempt/attempts.ts'
import { readLotNames } from '#parking/server/flow/readLotNames.ts'
import { liabilityText } from '#payment/authentication/liability.ts'
import { authenticationText } from '#payment/method/authenticationOutcomes.ts'
import { formatProtocol } from '#payment/texts.ts'
import type { PaymentReference } from '../../backoffice.ts'
import { listRefunds } from '#payment/server/ledger/refunds.ts'
import { saleEventsOf } from '#payment/server/difference/saleEvents.ts'
import { listOpenCases } from '#payment/server/ledger/cases.ts'

export type PaymentDetails = Awaited<ReturnType<typeof loadPaymentDetails>>

export function wireMovements({ payment, ledger, refunds }: PaymentDetails) {
  const iso = (at: Date) => isoIn(payment.time_zone, at)
  const wire = (cents: number, at: Date) => ({ amount: wireMoney(cents), at: iso(at) })
  return {
    ledger: ledger.map(({ kind, amount_cents, at }) => ({ kind, ...wire(amount_cents, at) })),
    refunds: refunds.map(({ amount_cents, reason, state, asked_at }) => ({
      ...wire(amount_cents, asked_at),
      reason,
      state,
    })),
  }
}

export function wireSale(sale: Attempt) {
  return {
    nsu: sale.nsu,
    authorisation_code: sale.authorisation_code,
    authentication: sale.authentication && authenticationText(sale.authentication),
    liability: liabilityText(sale.card_brand, sale.eci),
    end_to_end_id: sale.end_to_end_id,
  }
}

type PaymentReferenceRow = {
  readonly token: string
  readonly payment_id: number
  readonly ticket_code: string
  readonly lot: string | null
  readonly time_zone: string
}

export function wirePaymentReference(row: PaymentReferenceRow): PaymentReference {
  return {
    payment: row.token,
    protocol: formatProtocol({ id: row.payment_id }),
    ticket: row.ticket_code,
    lot: row.lot,
    time_zone: row.time_zone,
  }
}

const payerSchema = z.object({ name: z.string(), email: z.nullable(z.string()) })

/** `keptCents`: captured and not refunded. Throws `not_found`. */
export async function loadPaymentDetails(db: Db, id: number) {
  const payment = await db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()
  if (!payment) throw fail('not_found')
  const lots = await readLotNames(db)
  const ledger = await db
    .selectFrom('ledger')
    .select(['kind', 'amount_cents', 'at', 'attempt_id'])
    .where('payment_id', '=', id)
    .orderBy('id')
    .execute()
  const sign = { capture: 1, refund: -1 } as const
  return {
    payment,
    lot: lots.find(({ id }) => id === payment.lot_id)?.name ?? null,
    attempts: await attemptsOf(db, id).orderBy('n').execute(),
    ledger,
    refunds: await listRefunds(db, id),
    cases: await listOpenCases(db, id),
    events: await saleEventsOf(db, id),
    keptCents: ledger.reduce((sum, { kind, amount_cents }) => sum + sign[kind] * amount_cents, 0),
    payer: payerSchema.safeParse(payment.payer).data ?? null,
  }
}
