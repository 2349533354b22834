import type * as z from 'zod/mini'
import { isoIn } from '#kit/clock.ts'
import { consentsOfPayments } from '#account/server/consents.ts'
import type { Db } from '#db/schema.ts'
import type { OwnPayer } from '../../contract.ts'
import { type Attempt, attemptsOfAll } from '../attempt/attempts.ts'
import type { Payment } from '../store.ts'
import { keptPayer } from '../views/keptPayer.ts'

export async function exportPayers(db: Db, userId: number): Promise<OwnPayer[]> {
  const payments = await db
    .selectFrom('payment')
    .selectAll()
    .where('user_id', '=', userId)
    .where('payer', 'is not', null)
    .orderBy('id', 'desc')
    .execute()
  const ids = payments.map(({ id }) => id)
  const consents = new Map(
    (await consentsOfPayments(db, ids)).map((consent) => [consent.payment_id, consent]),
  )
  const attempts = Map.groupBy(await attemptsOfAll(db, ids), ({ payment_id }) => payment_id)
  return payments.map((payment) =>
    wireOwnPayer(payment, attempts.get(payment.id) ?? [], consents.get(payment.id)?.at ?? payment.agreed_at),
  )
}

function wireOwnPayer(payment: Payment, attempts: readonly Attempt[], agreedAt: Date | null): OwnPayer {
  const payer = keptPayer.safeParse(payment.payer).data
  const cards = attempts.map((attempt) => ({
    brand: attempt.card_brand,
    last_digits: attempt.card_last_digits,
  }))
  return {
    ws_token: payment.token,
    state: payment.state,
    created_at: isoIn(payment.time_zone, payment.created_at),
    payer: payer === undefined ? null : wirePayer(payer),
    agreed_at: agreedAt === null ? null : isoIn(payment.time_zone, agreedAt),
    cards,
  }
}

function wirePayer({ taxId: cpfcnpj, ...rest }: z.output<typeof keptPayer>) {
  return { ...rest, cpfcnpj }
}
