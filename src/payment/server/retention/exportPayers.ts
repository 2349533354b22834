import type { Payer } from '#acquirer/payer.ts'
import { isoIn } from '#kit/clock.ts'
import type { Db } from '#db/schema.ts'
import type { OwnPayer } from '../../contract.ts'
import { listAttemptsOfPayments } from '../attempt/attempts.ts'
import { payerOf } from '../store.ts'

export async function exportPayers(db: Db, userId: number): Promise<OwnPayer[]> {
  const payments = await db
    .selectFrom('payment')
    .selectAll()
    .where('user_id', '=', userId)
    .where('payer', 'is not', null)
    .orderBy('id', 'desc')
    .execute()
  const ids = payments.map(({ id }) => id)
  const attempts = Map.groupBy(await listAttemptsOfPayments(db, ids), ({ payment_id }) => payment_id)
  return payments.map((payment) => {
    const { agreed_at: agreedAt } = payment
    const tried = attempts.get(payment.id) ?? []
    return {
      ws_token: payment.token,
      state: payment.state,
      created_at: isoIn(payment.time_zone, payment.created_at),
      payer: wirePayer(payerOf(payment)),
      agreed_at: agreedAt && isoIn(payment.time_zone, agreedAt),
      cards: tried.map(({ card_brand: brand, card_last_digits: last_digits }) => ({ brand, last_digits })),
    }
  })
}

function wirePayer(payer: Payer | null): OwnPayer['payer'] {
  if (payer === null) return null
  const { taxId: cpfcnpj, ...rest } = payer
  return { ...rest, cpfcnpj }
}
