import type { Db } from '#db/schema.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { markLotsWithPartners } from '#parking/server/store.ts'

/** The person of the demo's shop. */
export const shopPerson = {
  name: 'Lia Duarte',
  email: 'loja@demo.guiche.example',
  taxId: '53617028462',
  phone: '41999990003',
  password: 'lia-valida',
  level: 100,
  address: null,
} as const

const shop = { name: 'Livraria Sol', cnpj: '11222333000181', lot_ids: [2] }

const benefits = [
  { name: '2 h', kind: 'minutes', value: 120 },
  { name: '50 %', kind: 'percent', value: 50 },
] as const

/** A shop of Shopping Norte, made once, with its person. */
export async function seedShop(db: Db, userId: number, now: Date): Promise<void> {
  const known = db.selectFrom('partner_person').select('partner_id').where('user_id', '=', userId)
  if (await known.executeTakeFirst()) return
  await transaction(db, async (tx) => {
    const made = tx
      .insertInto('partner')
      .values({ ...shop, created_at: now })
      .returning('id')
    const { id } = await made.executeTakeFirstOrThrow()
    await tx
      .insertInto('benefit')
      .values(benefits.map((benefit) => ({ ...benefit, partner_id: id })))
      .execute()
    await tx
      .insertInto('partner_person')
      .values({ user_id: userId, partner_id: id, created_at: now })
      .execute()
    await markLotsWithPartners(tx, shop.lot_ids)
  })
}
