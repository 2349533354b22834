import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AuthoriseRequest } from '#acquirer/acquirer.ts'
import { at } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { secondAcquirer } from '#test/support/secondAcquirer.ts'
import { settle } from '../../server/settle/settle.ts'

/** Events between a sale and the recording of its answer. */
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

const portal = portalOfFile({
  books: second,
  acquirers: () => ({ all: { second: acquirer }, defaultName: 'second' }),
})
beforeAll(async () => {
  await portal.deps.jobs.stop()
})
afterEach(() => {
  meanwhile = async () => {}
})

async function opened() {
  const client = portal.client()
  const code = await portal.openTicket(130)
  return { client, code, token: await openTransaction(client, code) }
}

type Opened = Awaited<ReturnType<typeof opened>>
const paying = ({ client, token }: Opened) => pay(client, token, cardEndingIn(1))

async function recordedOf(token: string) {
  const { id } = await portal.db
    .selectFrom('payment')
    .select('id')
    .where('token', '=', token)
    .executeTakeFirstOrThrow()
  const ledger = portal.db.selectFrom('ledger').select('amount_cents').where('payment_id', '=', id)
  const jobs = portal.db
    .selectFrom('job')
    .select('kind')
    .where(sql`payload->>'paymentId'`, '=', String(id))
  return { ledger: await ledger.execute(), jobs: await jobs.execute() }
}

const stateOf = async (token: string) =>
  (await portal.db.selectFrom('payment').select('state').where('token', '=', token).executeTakeFirstOrThrow())
    .state

async function attemptOf(orderKey: string): Promise<number> {
  const attempt = portal.db.selectFrom('attempt').select('id').where('order_key', '=', orderKey)
  return (await attempt.executeTakeFirstOrThrow()).id
}

describe('the capture of a sale', () => {
  it('is reversed when a machine was paid before its answer', async () => {
    const paid = await opened()
    const paid_at = portal.clock.now().toISOString()
    meanwhile = async () =>
      must(await portal.gate().payment({ code: paid.code, amount: 7, method: 'cash', paid_at }))
    expect(at(must(await paying(paid)).body, 'data.ok')).toBe(false)
    expect(await stateOf(paid.token)).toBe('refunding')
  })

  it.each(['exited_at', 'blocked_at'])(
    'is refunded when the ticket got an %s before its answer came',
    async (column) => {
      const gone = await opened()
      meanwhile = () =>
        sql`update ticket set ${sql.ref(column)} = ${portal.clock.now()} where code = ${gone.code}`.execute(
          portal.db,
        )
      expect(at(must(await paying(gone)).body, 'data.ok')).toBe(false)
      expect(await stateOf(gone.token)).toBe('refunding')
    },
  )

  it('is recorded once when its webhook comes before its answer', async () => {
    const told = await opened()
    meanwhile = async (orderKey) => {
      const outcome = await second.acquirer.findByOrderKey(orderKey)
      await settle(portal.deps.payment, await attemptOf(orderKey), outcome, { actor: 'acquirer' })
    }
    expect(at(must(await paying(told)).body, 'data.ok')).toBe(true)
    expect(await recordedOf(told.token)).toEqual({
      ledger: [{ amount_cents: 700 }],
      jobs: [{ kind: 'receipt' }],
    })
  })

  it('ends the open authentication of another payer of the ticket', async () => {
    const first = await opened()
    const other = portal.client()
    const token = await openTransaction(other, first.code)
    second.waitForPayer({
      nextAction: { type: 'url', url: 'https://bank' },
      expiresAt: portal.clock.minutesAgo(-15),
    })
    must(await pay(other, token, cardEndingIn(1)))
    second.waitForPayer(null)
    expect(at(must(await paying(first)).body, 'data.ok')).toBe(true)
    const jobs = portal.db.selectFrom('job').select('kind').where('kind', '=', 'end_open')
    expect(await jobs.execute()).toHaveLength(1)
  })
})
