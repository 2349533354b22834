import { lockCurrentTicket } from '#ticket/server/flow/recordMachinePayment.ts'
import { recordValidation, type Validated } from '#ticket/server/validation/recordValidation.ts'
import { undoValidation } from '#ticket/server/validation/undoValidation.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { Benefit } from '#ticket/benefit.ts'
import type { TestPortal } from '../portal.ts'

type Shop = { readonly id: number; readonly name: string }

/** A shop of lot 1. */
export async function openShop({ db, clock }: TestPortal, name = 'Livraria Sol'): Promise<Shop> {
  const shop = { name, cnpj: '11222333000181', lot_ids: [1], created_at: clock.now() }
  const { id } = await db.insertInto('partner').values(shop).returning('id').executeTakeFirstOrThrow()
  await db.updateTable('lot').set({ has_partners: true }).where('id', '=', 1).execute()
  return { id, name }
}

type Given = Partial<Benefit> & Pick<Benefit, 'kind'> & { readonly share?: number }

/** Gives a ticket a new benefit of the shop, and answers as the portal does. */
export async function validate({ db, clock }: TestPortal, code: string, shop: Shop, given: Given) {
  const { kind, value = null, maxCents = null, share = 100 } = given
  const text = `${kind} ${value ?? ''}`.trim()
  const offered = { partner_id: shop.id, name: text, kind, value, max_cents: maxCents }
  const benefit = await db.insertInto('benefit').values(offered).returning('id').executeTakeFirstOrThrow()
  const ids = { partnerId: shop.id, partnerName: shop.name, benefitId: benefit.id }
  const snapshot = { ...ids, kind, value, maxCents, text, share }
  return transaction(db, async (tx) => {
    const ticket = await lockCurrentTicket(tx, code)
    const deps = { reservedStay: { find: async () => null } }
    return recordValidation(tx, deps, ticket, { benefit: snapshot, by: 'janitor', now: clock.now() })
  })
}

/** The validation's id; throws where it is refused. */
export async function validated(...given: Parameters<typeof validate>): Promise<number> {
  return (await accepted(...given)).id
}

/** Throws where the validation is refused. */
export async function accepted(...given: Parameters<typeof validate>): Promise<Validated> {
  const answer = await validate(...given)
  if (typeof answer === 'string') throw new Error(`refused: ${answer}`)
  return answer
}

export function undone({ db, clock }: TestPortal, id: number) {
  return transaction(db, (tx) =>
    undoValidation(tx, { id, by: 'janitor', reason: 'Engano', now: clock.now() }),
  )
}
