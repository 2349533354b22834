import { sql } from 'kysely'
import * as z from 'zod/mini'
import { at } from '#test/support/client.ts'
import type { Visitor, World } from './visitor.ts'

/** Looks at the acquirer's site whether a refund arrived of which its queries tell nothing, and says so. */
export async function sayWhatArrived({ scene, story }: World, member: Visitor, token: string): Promise<void> {
  const path = `/api/staff/transactions/${token}`
  const file = (await member.get(`${path}/edit`)).body
  const list = (name: string) => {
    const found = at(file, `data.${name}`)
    return Array.isArray(found) ? found : []
  }
  const references = list('attempts').map((attempt) => at(attempt, 'reference'))
  const sales = (await scene.simulator.ledger()).map(({ payment_id, captured, voided }) => ({
    id: payment_id,
    refundedCents: captured > 0 ? voided : 0,
  }))
  const codes = (await scene.pix.ledger()).map(({ txid, returned }) => ({
    id: txid,
    refundedCents: returned,
  }))
  const refundedCents = [...sales, ...codes]
    .filter(({ id }) => references.includes(id))
    .reduce((sum, one) => sum + one.refundedCents, 0)
  const bookedCents = list('ledger')
    .filter((entry) => at(entry, 'kind') === 'refund')
    .reduce((sum: number, entry) => sum + Math.round(Number(at(entry, 'amount.value')) * 100), 0)
  const decision = refundedCents > bookedCents ? 'arrived' : 'not_arrived'
  const { status } = await member.post(`${path}/decide`, { decision, reason: 'Conferido no site' })
  story.note(`desk: says ${decision}, ${status}`)
}

const tokens = z.array(z.object({ token: z.string() }))

/** Somebody of the staff says of each refund that nobody knows of whether it arrived. */
export async function sayOfAll(world: World, member: () => Promise<Visitor | undefined>): Promise<void> {
  const found = await sql`select token from payment where exists (select from refund
    where payment_id = payment.id and state = 'asked' and claimed_until_at is not null)
    and exists (select from review_case where payment_id = payment.id and kind = 'late_refund' and closed_at is null)`.execute(
    world.scene.db,
  )
  const doubts = z.parse(tokens, found.rows)
  const who = doubts.length > 0 ? await member() : undefined
  if (who) for (const { token } of doubts) await sayWhatArrived(world, who, token)
}
