import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { caseRow } from '#payment/cases.ts'
import { at } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

/** A newer release beside this one stores kinds of its own. */
const portal = portalOfFile()
beforeAll(async () => {
  await sql`alter table review_case drop constraint review_case_kind_check`.execute(portal.db)
  await sql`alter table sale_event drop constraint sale_event_kind_check`.execute(portal.db)
})

it('a case of a kind that this release does not know is shown as such, and mailed by the release that does', async () => {
  const client = portal.client()
  const token = await openTransaction(client, await portal.openTicket(125))
  must(await pay(client, token, cardEndingIn(1)))
  const now = portal.clock.now()
  await sql`insert into review_case (payment_id, kind, amount_cents, opened_at)
    select id, 'of_tomorrow', 700, ${now} from payment where token = ${token}`.execute(portal.db)
  await sql`insert into sale_event (payment_id, attempt_id, kind, number, amount_cents, at)
    select payment_id, attempt.id, 'told_tomorrow', '1', 700, ${now}
    from attempt join payment on payment.id = payment_id where token = ${token}`.execute(portal.db)
  await sql`insert into job (kind, unique_key, payload, run_at, created_at)
    values ('alert', 'alert-of_tomorrow', '{"kind": "of_tomorrow", "hour": "h"}', ${now}, ${now})`.execute(
    portal.db,
  )

  const manager = await staffMember(portal, 2)
  const list = must(await manager.get('/api/staff/transactions?state=waiting')).body
  expect(at(list, 'data.0')).toMatchObject({ id: token, case: { kind: 'of_tomorrow', amount: { value: 7 } } })
  expect(at(must(await manager.get(`/api/staff/transactions/${token}/edit`)).body, 'data')).toMatchObject({
    cases: [{ kind: 'of_tomorrow' }],
    events: [{ kind: 'told_tomorrow' }],
    can: { close: false },
  })
  expect(caseRow('of_tomorrow').text).toBe('Caso que esta versão não conhece')

  await portal.runJobs()
  const job = portal.db.selectFrom('job').select(['tries', 'last_error', 'done_at', 'run_at'])
  expect(await job.where('unique_key', '=', 'alert-of_tomorrow').executeTakeFirst()).toEqual({
    tries: 0,
    last_error: null,
    done_at: null,
    run_at: portal.clock.minutesAgo(-10),
  })
})
