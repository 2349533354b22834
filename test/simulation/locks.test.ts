import { describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { hourMs, addMs } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { claimChecks } from '#payment/pix/server/recheckStayCodes.ts'
import { settle } from '#payment/server/settle/settle.ts'
import { mergeGuestData, readStoredGuestData } from '#session/server/guestData.ts'
import { atTheBank, payAtBank } from '#test/support/bank.ts'
import { at, textAt } from '#test/support/client.ts'
import { holdLock, countConflicts, waitForWaiters } from '#test/support/database/locks.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()

/** A payer at the bank's page, while another has opened the same ticket on another phone. */
async function twoPayers() {
  const code = await portal.openTicket(130)
  const [waiting, other] = [portal.client(), portal.client()]
  const token = await openTransaction(waiting, code, 2)
  const authUrl = textAt(must(await payAtBank(portal, waiting, token, cardEndingIn(1))).body, 'data.authUrl')
  const attempts = portal.db
    .selectFrom('attempt')
    .innerJoin('payment', 'payment.id', 'attempt.payment_id')
    .select('attempt.id')
    .where('payment.token', '=', token)
  const { id: attemptId } = await attempts.executeTakeFirstOrThrow()
  return { token, authUrl, attemptId, other, otherToken: await openTransaction(other, code, 1) }
}

/** A transaction that inserts such a row waits for an advisory lock before it commits. */
const waitToCommit = (table: string, condition = 'true') => `
  create function wait_to_commit() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(1); return null; end $$;
  create constraint trigger wait_to_commit after insert on ${table}
    deferrable initially deferred for each row when (${condition}) execute function wait_to_commit()`

describe('concurrent transactions that could block each other', () => {
  it('a payment becomes unknown while another payer pays the same stay: 409 payment_in_flight, no deadlock', async () => {
    const { attemptId, other, otherToken } = await twoPayers()
    await sql.raw(waitToCommit('audit')).execute(portal.db)
    const conflicts = await countConflicts(async () => {
      const commits = await holdLock(portal.db, 'select pg_advisory_xact_lock(1)')
      // It has changed its payment, and waits to commit.
      const asked = settle(portal.deps.payment, attemptId, { outcome: 'not_found' }, { actor: 'janitor' })
      await commits.waiting(1)
      // It has locked the ticket and waits for the first payment's outcome.
      const paying = pay(other, otherToken, cardEndingIn(1))
      await commits.waiting(2)
      await commits.lift()
      await asked
      expect(await paying).toMatchObject({ status: 409, body: { code: 'payment_in_flight' } })
    })
    await sql.raw('drop function wait_to_commit() cascade').execute(portal.db)
    expect(conflicts).toBe(0)
  })

  it('a car leaves while staff save its lot: both succeed, no deadlock', async () => {
    const manager = await staffMember(portal, 2)
    const lot = at(must(await manager.get('/api/staff/lots/1/edit')).body, 'data')
    if (typeof lot !== 'object' || lot === null) throw new Error('no lot')
    const code = await portal.openTicket(3)
    const conflicts = await countConflicts(async () => {
      const row = await holdLock(portal.db, 'select id from lot where id = 1 for update')
      const leaving = portal.gate().exit({ lot_id: 1, gate: 'S1', code })
      await row.waiting(1)
      const saving = manager.change('PUT', '/api/staff/lots/1', { ...lot, name: 'Outro nome' })
      await row.waiting(2)
      await row.lift()
      expect((await leaving).body).toMatchObject({ open: true })
      must(await saving)
    })
    expect(conflicts).toBe(0)
  })
})

it('two cars are paid at once: neither payment waits for the other, and the event feed skips neither', async () => {
  const [slow, fast] = [await portal.openTicket(130), await portal.openTicket(130)]
  const gate = portal.gate()
  const paid = (code: string) =>
    gate.payment({ code, amount: 7, paid_at: portal.clock.now().toISOString(), method: 'cash' })
  const next = Number(at((await gate.events()).body, 'next'))
  // The slow car's event has its number, and waits before it commits.
  await sql.raw(waitToCommit('equipment_event', `new.ticket_code = '${slow}'`)).execute(portal.db)
  const commits = await holdLock(portal.db, 'select pg_advisory_xact_lock(1)')
  const paying = paid(slow)
  await commits.waiting(1)
  must(await paid(fast))
  const reading = gate.events(next)
  await commits.waiting(2)
  await commits.lift()
  must(await paying)
  expect(at((await reading).body, 'events')).toMatchObject([{ code: slow }, { code: fast }])
  await sql.raw('drop function wait_to_commit() cascade').execute(portal.db)
})

/** A transaction that locks both rows; `after` runs between them, the first time only. */
function bothRows(keys: readonly [string, string], after: () => Promise<void>) {
  let times = 0
  const work = transaction(portal.db, async (db) => {
    const mark = (key: string) =>
      sql`update setting set updated_at = updated_at where key = ${key}`.execute(db)
    times += 1
    await mark(keys[0])
    if (times === 1) await after()
    await mark(keys[1])
  })
  return work.then(() => times)
}

describe('a transaction that the database aborts because of a deadlock', () => {
  const insertRow = (key: string) =>
    portal.db.insertInto('setting').values({ key, value: '{}', updated_at: portal.clock.now() }).execute()

  it('is retried: two transactions that deadlock both succeed', async () => {
    await insertRow('one')
    await insertRow('two')
    const first = Promise.withResolvers<void>()
    const second = Promise.withResolvers<void>()
    const meet = (own: PromiseWithResolvers<void>, others: PromiseWithResolvers<void>) => () => {
      own.resolve()
      return others.promise
    }
    const times = await Promise.all([
      bothRows(['one', 'two'], meet(first, second)),
      bothRows(['two', 'one'], meet(second, first)),
    ])
    expect(Math.max(...times)).toBeGreaterThan(1)
  })

  it('answers 503 with Retry-After if every retry fails, and leaves no data', async () => {
    const code = await portal.openTicket(130)
    const client = portal.client()
    const token = await openTransaction(client, code)
    await sql
      .raw(
        `create function stand_in_the_way() returns trigger language plpgsql as
         $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$;
         create trigger stand_in_the_way before insert on attempt execute function stand_in_the_way()`,
      )
      .execute(portal.db)
    const conflicts = await countConflicts(async () => {
      const refused = await pay(client, token, cardEndingIn(1))
      expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    })
    expect(conflicts).toBe(3)
    await sql.raw('drop trigger stand_in_the_way on attempt').execute(portal.db)
    expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    await expectInvariants(portal)
  })

  it('the return from the bank redirects to the payment although the transaction fails, never to an error page', async () => {
    const { token, authUrl } = await twoPayers()
    await sql
      .raw('create trigger stand_in_the_way before update on attempt execute function stand_in_the_way()')
      .execute(portal.db)
    const back = await atTheBank(portal, authUrl, 'authenticated')
    expect(back).toBe(`/#/payment/${token}/creditDebitCard`)
    await sql.raw('drop trigger stand_in_the_way on attempt').execute(portal.db)
    portal.clock.forward(20)
    await portal.sweep()
    await portal.runJobs()
    await expectInvariants(portal)
  })
})

it('two cards recheck a Pix code at the same moment: the one that waits for the lease also queries it', async () => {
  const { attemptId } = await twoPayers()
  const [taken, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = portal.db.transaction().execute(async (db) => {
    await sql`select id from attempt where id = ${attemptId} for no key update`.execute(db)
    taken.resolve()
    await done.promise
    await sql`update attempt set queried_at = clock_timestamp() where id = ${attemptId}`.execute(db)
  })
  await taken.promise
  const second = claimChecks({ db: portal.db, clock: { fixed: () => null } }, [{ attemptId, eachMs: 0 }])
  await waitForWaiters(portal.db, 1)
  done.resolve()
  await first
  expect(await second).toMatchObject([{ id: attemptId }])
})

it('two concurrent first calls of a guest session: the typed data of both are kept', async () => {
  const now = portal.clock.now()
  const first = await holdLock(
    portal.db,
    `insert into guest_data (session_hash, data, expires_at)
      values ('new', '{"tickets": {"": {"a": 1}}}', '${addMs(now, hourMs).toISOString()}')`,
  )
  const added = {
    code: '',
    before: true,
    data: { b: 2 },
    without: '',
    drop: [],
    now,
    expiresAt: addMs(now, hourMs),
  }
  const second = mergeGuestData(portal.db, 'new', added)
  await first.waiting(1)
  await first.lift()
  await second
  expect(await readStoredGuestData(portal.db, 'new', now)).toMatchObject({ tickets: { '': { a: 1, b: 2 } } })
})
