import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AuthoriseRequest } from '#acquirer/acquirer.ts'
import { at } from '#test/support/client.ts'
import { barrier } from '#test/support/database/races.ts'
import { during } from '#test/support/database/statements.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'
import { secondAcquirer } from '#test/support/secondAcquirer.ts'
import { settle } from './settle/settle.ts'

/** The money of a first sale is booked by what its intent has seen; what happens meanwhile is looked at again. */
const second = secondAcquirer()
let meanwhile: (orderKey: string) => Promise<unknown> = async () => {}
const acquirer = {
  ...second.acquirer,
  authorise: async (request: AuthoriseRequest) => {
    const told = await second.acquirer.authorise(request)
    await meanwhile(request.orderKey)
    return told
  },
}

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal({
    acquirers: () => ({ all: { second: acquirer }, today: 'second', unnamed: 'second' }),
  })
  await portal.deps.jobs.stop()
})
afterEach(() => {
  meanwhile = async () => {}
})
afterAll(() => portal.close())

async function opened() {
  const client = portal.client()
  const code = await portal.openTicket(130)
  return { client, code, token: await openTransaction(client, code) }
}

type Opened = Awaited<ReturnType<typeof opened>>
const paying = ({ client, token }: Opened) => pay(client, token, cardEndingIn(1))

const looksAgain = (statements: readonly string[]) =>
  statements.some((text) => text.includes('(select "payment_id" from "attempt"'))

/** All that a payment has left, without what differs from one to the next. */
async function leftBy(token: string): Promise<unknown> {
  const { rows } = await sql<{ left: string }>`
    with own as (select * from payment where token = ${token}), tried as (
      select attempt.* from attempt join own on own.id = attempt.payment_id)
    select json_build_object('payment', (select to_jsonb(own) from own), 'attempt', (select json_agg(to_jsonb(tried)) from tried),
      'ledger', (select json_agg(to_jsonb(ledger)) from ledger join own on own.id = payment_id),
      'segment', (select json_agg(to_jsonb(paid_segment)) from paid_segment join own on own.id = payment_id),
      'gates', (select json_agg(to_jsonb(news)) from equipment_event news join own using (ticket_code)),
      'audit', (select json_agg(to_jsonb(audit) order by audit.id) from audit join own on own.id::text = subject_id
        where subject = 'payment'),
      'job', (select json_agg(to_jsonb(job)) from job join own on own.id = (payload->>'paymentId')::bigint),
      'marks', (select count(*) from try_mark join tried on tried.id = attempt_id))::text as left`.execute(
    portal.db,
  )
  const differing = /(_?id|token|hash|key|code|reference|Id)$/
  return JSON.parse(rows[0]?.left ?? '', (name, value: unknown) =>
    differing.test(name) && value !== null ? 'its own' : value,
  )
}

const stateOf = async (token: string) =>
  (await portal.db.selectFrom('payment').select('state').where('token', '=', token).executeTakeFirstOrThrow())
    .state

async function attemptOf(orderKey: string): Promise<number> {
  const attempt = portal.db.selectFrom('attempt').select('id').where('order_key', '=', orderKey)
  return (await attempt.executeTakeFirstOrThrow()).id
}

describe('the money of a first sale', () => {
  it('is booked in one statement, as it is by looking again', async () => {
    const [seen, looked] = [await opened(), await opened()]
    const plain = await during(() => paying(seen))
    expect(looksAgain(plain.statements)).toBe(false)
    // Somebody has the ticket's row, and lets it go once the booking waits for it.
    meanwhile = async () => {
      const row = await barrier(portal.db, `select from ticket where code = '${looked.code}' for update`)
      row.waiting(1).then(row.lift, row.lift)
    }
    const again = await during(async () => expect(at(must(await paying(looked)).body, 'data.ok')).toBe(true))
    expect(looksAgain(again.statements)).toBe(true)
    expect(await leftBy(seen.token)).toEqual(await leftBy(looked.token))
    expect(await stateOf(seen.token)).toBe('captured')
  })

  it('is booked by looking again where the answer took long', async () => {
    const late = await opened()
    meanwhile = async () => portal.clock.forward(1)
    const { statements } = await during(async () =>
      expect(at(must(await paying(late)).body, 'data.ok')).toBe(true),
    )
    expect(looksAgain(statements)).toBe(true)
  })

  it('goes back where the stay was paid at a machine meanwhile', async () => {
    const paid = await opened()
    const paid_at = portal.clock.now().toISOString()
    meanwhile = async () =>
      must(await portal.gate().payment({ code: paid.code, amount: 7, method: 'cash', paid_at }))
    expect(at(must(await paying(paid)).body, 'data.ok')).toBe(false)
    expect(await stateOf(paid.token)).toBe('refunding')
  })

  it('is booked by looking again where somebody has had the ticket meanwhile', async () => {
    const had = await opened()
    meanwhile = async () =>
      (await barrier(portal.db, `select from ticket where code = '${had.code}' for update`)).lift()
    const { statements } = await during(async () =>
      expect(at(must(await paying(had)).body, 'data.ok')).toBe(true),
    )
    expect(looksAgain(statements)).toBe(true)
  })

  it.each(['exited_at', 'blocked_at'])('goes back where the ticket has an %s meanwhile', async (column) => {
    const gone = await opened()
    meanwhile = () =>
      sql`update ticket set ${sql.ref(column)} = ${portal.clock.now()} where code = ${gone.code}`.execute(
        portal.db,
      )
    expect(at(must(await paying(gone)).body, 'data.ok')).toBe(false)
    expect(await stateOf(gone.token)).toBe('refunding')
  })

  it('is booked once where its news came first', async () => {
    const told = await opened()
    meanwhile = async (orderKey) => {
      const outcome = await second.acquirer.find(orderKey)
      await settle(portal.deps.payment, await attemptOf(orderKey), outcome, 'acquirer')
    }
    expect(at(must(await paying(told)).body, 'data.ok')).toBe(true)
    expect(await leftBy(told.token)).toMatchObject({
      ledger: [{ amount_cents: 700 }],
      job: [{ kind: 'receipt' }],
    })
  })

  it('tells whoever stands before a bank’s page for the same ticket', async () => {
    const first = await opened()
    const other = portal.client()
    const token = await openTransaction(other, first.code)
    second.waitForPayer({ show: { type: 'url', url: 'https://bank' }, until: portal.clock.minutesAgo(-15) })
    must(await pay(other, token, cardEndingIn(1)))
    second.waitForPayer(null)
    expect(at(must(await paying(first)).body, 'data.ok')).toBe(true)
    const jobs = portal.db.selectFrom('job').select('kind').where('kind', '=', 'end_open')
    expect(await jobs.execute()).toHaveLength(1)
  })
})
