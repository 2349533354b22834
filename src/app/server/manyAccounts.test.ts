import { type CompiledQuery, sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { describeUser } from '#account/server/flow/describeUser.ts'
import { searchUsers } from '#account/server/backoffice/searchUsers.ts'
import { signInByDevice, signInByPassword } from '#account/server/flow/access/signIn.ts'
import { hashPassword } from '#account/server/passwords.ts'
import { listPayments } from '#receipt/server/history.ts'
import { transferGuestPayments } from '#payment/server/retention/owner.ts'
import { findSession } from '#session/server/flow/findSession.ts'
import { planOf, statementsOf } from '#test/support/database/plans.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const accounts = 10_000

// It writes many people’s payments at once.
const portal = portalOfFile({ invariants: false })
beforeAll(async () => {
  const { db } = portal
  const passwordHash = await hashPassword('segredo', null)
  const now = portal.clock.now()
  await sql`
    insert into user_account (name, email, tax_id, phone, password_hash, created_at, updated_at)
    select 'Pessoa ' || n, 'pessoa' || n || '@exemplo.com.br', 'T' || n, '41999990000', ${passwordHash}, ${now}, ${now}
    from generate_series(1, ${accounts}::int) n`.execute(db)
  await sql`
    insert into session (id_hash, user_id, created_at, expires_at)
    select 'hash' || id, id, ${now}, ${now}::timestamptz + interval '12 hours' from user_account`.execute(db)
  await sql`
    insert into guest_data (session_hash, data, expires_at) select id_hash, '{}', expires_at from session`.execute(
    db,
  )
  await sql`
    insert into payment (token, session_hash, user_id, destination, payment_type, ticket_code, time_zone, segment_n,
      amount_cents, breakdown, price_expires_at, state, created_at, updated_at, lot_id)
    select 'token' || u.id || 'n' || n, 'hash' || u.id, u.id, 1, 1, lpad(u.id::text, 13, '0'), 'America/Sao_Paulo', 1,
      700, '[]', ${now}, 'captured', ${now}, ${now}, 1 from user_account u, generate_series(1, 3) n`.execute(
    db,
  )
  await sql`
    insert into attempt (payment_id, n, order_key, amount_cents, payment_type, state, return_nonce_hash, session_hash,
      started_at, acquirer)
    select id, 1, token || 'A1', 700, 1, 'captured', token, session_hash, ${now}, 'cielo' from payment`.execute(
    db,
  )
  await sql`
    insert into rate_mark (kind, key_hash, at)
    select 'login', 'key' || n, ${now} from generate_series(1, ${accounts}::int) n`.execute(db)
  await sql`
    insert into try_mark (kind, key_hash, at, attempt_id) select 'card_number', key_hash, at, id from rate_mark`.execute(
    db,
  )
  await sql`
    insert into device_token (user_id, token_hash, created_at, used_at)
    select id, 'device' || id, ${now}, ${now} from user_account`.execute(db)
  await sql`
    insert into device_token_spent (token_hash, device_token_id, spent_at)
    select 'spent' || id, id, ${now} from device_token`.execute(db)
  await sql`analyze`.execute(db)
})

/** The tables with a sequential scan. */
async function sequentialScans(statement: CompiledQuery): Promise<string[]> {
  if (!/^(select|insert|update|delete|with)/i.test(statement.sql)) return []
  const lines = await planOf(portal.db, statement)
  return lines.flatMap((line) => /Seq Scan on (\w+)/.exec(line)?.[1] ?? [])
}

const guest = {
  hash: 'a guest',
  userId: null,
  startedAt: null,
  humanUntil: null,
  secondFactorAt: null,
  ended: false,
  data: {},
}

const stranger = { ip: '10.0.0.1', proveAgain: async () => 'off' as const, knownAs: () => null }

it.each<[string, number, (db: TestPortal['db']) => Promise<unknown>]>([
  [
    'login',
    8,
    (db) => {
      const deps = { db, clock: portal.clock, onSignIn: transferGuestPayments }
      const entry = {
        email: 'pessoa777@exemplo.com.br',
        password: 'segredo',
        by: stranger,
        app: true,
        deviceToken: 'x',
      }
      return signInByPassword(deps, guest, entry)
    },
  ],
  [
    'a wrong login',
    5,
    (db) => {
      const deps = { db, clock: portal.clock, onSignIn: transferGuestPayments }
      const entry = {
        email: 'pessoa778@exemplo.com.br',
        password: 'errada',
        by: stranger,
        app: false,
        deviceToken: null,
      }
      return signInByPassword(deps, guest, entry)
    },
  ],
  [
    'a device',
    2,
    (db) =>
      signInByDevice({ db, clock: portal.clock, onSignIn: transferGuestPayments }, guest, {
        token: 'unknown',
        ip: 'test',
      }),
  ],
  [
    'the session check',
    2,
    async (db) => {
      const session = await findSession(db, 'hash777', portal.clock.now())
      await describeUser(db, session.userId ?? 0)
    },
  ],
  [
    'a search for a person',
    2,
    (db) => searchUsers(db, { q: 'pessoa', level: 100, lots: null, page: 2, perPage: 20 }),
  ],
  [
    'an e-mail’s beginning',
    2,
    (db) => searchUsers(db, { q: 'pessoa77@', level: null, lots: null, page: 1, perPage: 20 }),
  ],
  ['the history', 3, (db) => listPayments(db, 777, { q: '', page: 1, perPage: 20 })],
])('with ten thousand accounts %s uses indexes only', async (_, least, work) => {
  const statements = await statementsOf(portal.db, work)
  expect(statements.length).toBeGreaterThanOrEqual(least)
  const whole = await Promise.all(
    statements.map(async (statement) => [statement.sql, await sequentialScans(statement)]),
  )
  expect(whole.filter(([, tables]) => tables?.length)).toEqual([])
})

it('the results are correct', async () => {
  const { total, rows } = await listPayments(portal.db, 777, { q: '', page: 1, perPage: 2 })
  expect([total, rows.length]).toEqual([3, 2])
})
