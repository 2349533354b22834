import { sql } from 'kysely'
import * as z from 'zod/mini'
import { at } from '#test/support/client.ts'
import type { Visitor, Run } from './visitor.ts'

/** Decides a refund that the acquirer's queries do not show, by the acquirer's own ledger. */
export async function decideUnclearRefund(
  { environment, runLog }: Run,
  member: Visitor,
  token: string,
): Promise<void> {
  const path = `/api/staff/transactions/${token}`
  const file = (await member.get(`${path}/edit`)).body
  const list = (name: string) => {
    const found = at(file, `data.${name}`)
    return Array.isArray(found) ? found : []
  }
  const references = list('attempts').map((attempt) => at(attempt, 'reference'))
  const sales = (await environment.simulator.ledger()).map(({ payment_id, captured, voided }) => ({
    id: payment_id,
    refundedCents: captured > 0 ? voided : 0,
  }))
  const codes = (await environment.pix.ledger()).map(({ txid, returned }) => ({
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
  runLog.count(`desk: decides ${decision}, ${status}`)
}

const tokens = z.array(z.object({ token: z.string() }))

/** A member of staff decides each refund that is unclear. */
export async function decideUnclearRefunds(
  run: Run,
  member: () => Promise<Visitor | undefined>,
): Promise<void> {
  const found = await sql`select token from payment where exists (select from refund
    where payment_id = payment.id and state = 'asked' and claimed_until_at is not null)
    and exists (select from review_case where payment_id = payment.id and kind = 'late_refund' and closed_at is null)`.execute(
    run.environment.db,
  )
  const unclear = z.parse(tokens, found.rows)
  const who = unclear.length > 0 ? await member() : undefined
  if (who) for (const { token } of unclear) await decideUnclearRefund(run, who, token)
}
