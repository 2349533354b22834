import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { atTheBank, payAtBank } from '#test/support/bank.ts'
import { textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { reserved } from '#test/support/garage/reserve.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

/** The process dies before its first job. */
const portal = portalOfFile()
beforeAll(async () => {
  await portal.deps.jobs.stop()
})

async function opened(paymentType: 1 | 2 = 1) {
  const client = portal.client()
  const code = await portal.openTicket(130)
  return { client, code, token: await openTransaction(client, code, paymentType) }
}

/** The transactions that wrote the `parts`, by name. */
async function writtenBy(parts: ReturnType<typeof sql>): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ what: string; tx: string }>`${parts}`.execute(portal.db)
  const found = Map.groupBy(rows, ({ tx }) => tx)
  return Object.fromEntries(
    [...found.values()].map((written, index) => [
      `commit ${index + 1}`,
      [...new Set(written.map(({ what }) => what))].toSorted(),
    ]),
  )
}

const numberOf = async (token: string) =>
  (await portal.db.selectFrom('payment').select('id').where('token', '=', token).executeTakeFirstOrThrow()).id

const captureOf = (id: number) => sql`
  select 'ledger' as what, xmin::text as tx from ledger where payment_id = ${id} and kind = 'capture'
  union all select 'receipt', xmin::text from job where kind = 'receipt' and payload->>'paymentId' = ${String(id)}
  union all select 'audit', xmin::text from audit where subject = 'payment' and subject_id = ${String(id)}
    and after->>'state' = 'captured'`

describe('in one commit, safe against a crash:', () => {
  it('a ticket paid: ledger, paid segment, gate event, receipt, audit row', async () => {
    const { client, code, token } = await opened()
    must(await pay(client, token, cardEndingIn(1)))
    const id = await numberOf(token)
    const written = await writtenBy(sql`${captureOf(id)}
      union all select 'segment', xmin::text from paid_segment where payment_id = ${id}
      union all select 'gates', xmin::text from equipment_event where ticket_code = ${code}`)
    expect(written).toEqual({ 'commit 1': ['audit', 'gates', 'ledger', 'receipt', 'segment'] })
  })

  it('a capture of a hold: ledger, receipt, audit row', async () => {
    const car = await reserved(portal)
    must(await car.cancel())
    const written = await writtenBy(captureOf(await numberOf(car.token)))
    expect(written).toEqual({ 'commit 1': ['audit', 'ledger', 'receipt'] })
  })

  it('money that is not owed: capture and reversal job', async () => {
    const { client, code, token } = await opened(2)
    const authUrl = textAt(must(await payAtBank(portal, client, token, cardEndingIn(1))).body, 'data.authUrl')
    const paid_at = portal.clock.now().toISOString()
    must(await portal.gate().payment({ code, amount: 7, method: 'cash', paid_at }))
    await atTheBank(portal, authUrl, 'authenticated')
    const id = await numberOf(token)
    const written = await writtenBy(sql`
      select 'ledger' as what, xmin::text as tx from ledger where payment_id = ${id}
      union all select 'give back', xmin::text from job where kind = 'give_back' and payload->>'attemptId' =
        (select id::text from attempt where payment_id = ${id})
      union all select 'audit', xmin::text from audit where subject = 'payment' and subject_id = ${String(id)}
        and after->>'state' = 'refunding'`)
    expect(written).toEqual({ 'commit 1': ['audit', 'give back', 'ledger'] })
  })

  it('a webhook: the event and its job', async () => {
    const news = randomUUID()
    must(await portal.client().post('/webhooks/acquirer', { PaymentId: news, ChangeType: 1 }, { bare: true }))
    const written = await writtenBy(sql`
      select 'event' as what, xmin::text as tx from acquirer_event where reference = ${news}
      union all select 'job', xmin::text from job where kind = 'acquirer_event' and payload->>'reference' = ${news}`)
    expect(written).toEqual({ 'commit 1': ['event', 'job'] })
  })
})
