import { termsText } from '#account/termsText.ts'
import { sha256 } from '#kit/text/sha256.ts'
import { defaultPageSettings } from '#site/pageSettings.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { dayMs, addMs } from '#kit/clock.ts'
import { retentionRules, legalRetentionDays } from '#kit/server/retention/retention.ts'
import { at, textAt } from '#test/support/client.ts'
import { planOf, statementsOf } from '#test/support/database/plans.ts'
import { address, cardBody, cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { addVehicle, createReserve, freshPlate } from '#test/support/garage/reserve.ts'
import { randomPerson } from '#test/support/people.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'
import { tables } from '../modules.ts'
import { applyRetention } from './applyRetention.ts'

type Client = ReturnType<TestPortal['client']>
const dayMinutes = 24 * 60
const visa = cardEndingIn(1)
const refusedCard = cardEndingIn(2)

const portal = portalOfFile({
  // It outlives what is deleted after years.
  invariants: false,
  acquirerTimeoutMs: 1_200,
})

/** Later, with all periodic work in between. */
async function daysLater(days: number): Promise<void> {
  portal.clock.forward(days * dayMinutes)
  await portal.sweep()
  await portal.runJobs()
  await applyRetention(portal.deps, { databaseNow: async () => portal.clock.now() })
}

const columns = Object.entries(tables).flatMap(([table, { texts }]) =>
  Object.entries(texts).map(([column, says]) => ({ table, column, says })),
)
const personal = columns.flatMap(({ table, column, says }) =>
  says === 'plain' ? [] : [{ name: `${table}.${column}`, ...says }],
)

/** The columns that contain this text. */
async function whereaboutsOf(text: string): Promise<string[]> {
  const asked = columns.map(({ table, column }) => {
    const found = sql`select 1 from ${sql.table(table)} where ${sql.ref(column)}::text like ${`%${text}%`}`
    return sql`select ${`${table}.${column}`}::text as name where exists (${found})`
  })
  const { rows } = await sql<{ name: string }>`${sql.join(asked, sql` union all `)}`.execute(portal.db)
  return rows.map(({ name }) => name).sort()
}

const paymentOf = (token: string) =>
  portal.db.selectFrom('payment').selectAll().where('token', '=', token).executeTakeFirst()

it('when the clocks of instance and database differ by seven years, nothing is deleted, and it is logged', async () => {
  await portal.openTicket(130)
  const ours = portal.clock.now()
  const rows = async () => {
    const counted = await sql<{ n: number }>`select count(*)::int as n from audit`.execute(portal.db)
    return counted.rows[0]?.n ?? 0
  }
  const before = await rows()
  expect(before).toBeGreaterThan(0)
  const ahead = { now: () => addMs(ours, 7 * 365 * dayMs) }
  const errors: unknown[] = []
  const log = { ...portal.deps.log, error: (...told: unknown[]) => void errors.push(told[1]) }
  // As in production: the database's own clock.
  await applyRetention({ ...portal.deps, clock: ahead, log })
  await applyRetention({ ...portal.deps, log }, { databaseNow: async () => ahead.now() })
  expect(await rows()).toBe(before)
  expect(errors).toEqual(Array.from({ length: 2 }, () => 'the clocks differ: no old rows are dropped'))
})

describe('the rows of one purchase', () => {
  /** Bytes of all rows without pages and indexes; `mail` is empty in production. */
  async function bytes(): Promise<number> {
    const sizes = Object.keys(tables)
      .filter((table) => table !== 'mail')
      .map((table) => sql`select coalesce(sum(pg_column_size(t.*)), 0) as size from ${sql.table(table)} t`)
    const all = sql<{
      size: number
    }>`select sum(size)::int as size from (${sql.join(sizes, sql` union all `)}) s`
    return (await all.execute(portal.db)).rows[0]?.size ?? 0
  }

  it('docs/retention.md#size has the current number of bytes, also after a month and a quarter', async () => {
    await daysLater(91)
    const before = await bytes()
    const client = portal.client()
    const code = await portal.openTicket(130)
    must(await pay(client, await openTransaction(client, code), visa))
    await portal.runJobs()
    must(await portal.gate().exit({ lot_id: 1, gate: 'S1', code }))
    const whole = (await bytes()) - before
    await daysLater(31)
    const month = (await bytes()) - before
    await daysLater(60)
    const quarter = (await bytes()) - before
    // Ids grow by less than a tenth; new numbers go into the document too.
    const told = { whole: 3_200, month: 1_700, quarter: 1_600 }
    for (const [name, size] of Object.entries({ whole, month, quarter }))
      expect({ name, size, off: Math.abs(size / told[name as keyof typeof told] - 1) > 0.1 }).toMatchObject({
        off: false,
      })
  })
})

describe('an unpaid payment', () => {
  it('keeps payer and consent for 30 days; an unsent one is deleted whole, with its audit rows', async () => {
    const [client, other] = [portal.client(), portal.client()]
    const refused = await openTransaction(client, await portal.openTicket(130))
    must(await pay(client, refused, refusedCard))
    must(await pay(client, refused, cardEndingIn(3)))
    must(await client.post(`/api/pm_transaction/${refused}/cancelPayment`))
    const unsent = await openTransaction(other, await portal.openTicket(130))
    const paid = await openTransaction(other, await portal.openTicket(130))
    must(await pay(other, paid, visa))
    const ids = { unsent: (await paymentOf(unsent))?.id, refused: (await paymentOf(refused))?.id }
    const consents = async () =>
      (
        await portal.db
          .selectFrom('payment')
          .select(['token', 'agreed_terms', 'agreed_hash'])
          .where('token', 'in', [refused, unsent, paid])
          .orderBy('id')
          .execute()
      ).map(({ token, ...agreed }) => [token, Object.values(agreed)])
    const agreed = ['2026-11-22', sha256(termsText(defaultPageSettings))]
    expect(await consents()).toEqual([
      [refused, agreed],
      [unsent, [null, null]],
      [paid, agreed],
    ])

    // Unsent payments expire.
    await daysLater(1)
    await daysLater(28)
    expect(await paymentOf(refused)).toMatchObject({ state: 'cancelled', payer: { name: 'Maria de Souza' } })
    expect(await paymentOf(unsent)).toMatchObject({ state: 'expired', payer: null })
    await daysLater(3)
    const forgotten = await paymentOf(refused)
    expect([forgotten?.state, forgotten?.payer]).toEqual(['cancelled', {}])
    const cards = portal.db.selectFrom('attempt').select('card_last_digits as digits')
    const digitsOf = async (id = 0) =>
      (await cards.where('payment_id', '=', id).execute()).map(({ digits }) => digits)
    expect(await digitsOf(ids.refused)).toEqual([null, null])
    expect(await paymentOf(paid)).toMatchObject({ state: 'captured', payer: { name: 'Maria de Souza' } })
    expect(await consents()).toEqual([
      [refused, [null, null]],
      [paid, agreed],
    ])
    expect(await paymentOf(unsent)).toBeUndefined()
    const trailOf = async (id = 0) =>
      (
        await portal.db
          .selectFrom('audit')
          .select('id')
          .where('subject', '=', 'payment')
          .where('subject_id', '=', String(id))
          .execute()
      ).length
    expect(await trailOf(ids.unsent)).toBe(0)
    expect(await trailOf(ids.refused)).toBeGreaterThan(3)
  })
})

describe('the data of one person', () => {
  const cpf = randomPerson().cpfcnpj
  const said = {
    name: 'Zuleica Quitéria Brandt',
    email: `zuleica.${cpf}@exemplo.com.br`,
    cpf,
    phone: '41988123407',
    street: 'Travessa das Araucárias Tortas',
    complement: 'fundos 7b',
    neighborhood: 'Vila Curiosa',
    number: '98761Q',
    postalcode: '82590987',
    vehicle: 'Fusca da Zuleica',
    plate: freshPlate(),
    brand: 'Visa',
  }
  const person = {
    name: said.name,
    email: said.email,
    cpfcnpj: cpf,
    password: 'segredo-da-zuleica',
    phone: '(41) 98812-3407',
  }
  let client: Client

  async function everything(): Promise<void> {
    client = portal.client()
    must(await client.post('/api/account/set_account', { ...person, shouldCreateAccount: true }))
    const { street, number: streetNumber, complement, neighborhood, postalcode } = said
    const home = { ...address, street, streetNumber, complement, neighborhood, postalcode }
    must(await client.post('/api/account/set_address', home))
    must(await client.post('/api/account/createAndLogin'))
    const vehicleId = await addVehicle(client, said.plate)
    await portal.db.updateTable('vehicle').set({ name: said.vehicle }).where('id', '=', vehicleId).execute()
    const open = async () => {
      const code = await portal.openTicket(130)
      must(await client.post('/api/tk_ticket/read', { code }))
      const asked = { payment_type: 1, pm_person_paymethod_id: null, ticket_code: code, ticket_value: 7 }
      return textAt(must(await client.post('/api/tk_ticket/createTransaction', asked)).body, 'data.ws_token')
    }
    const paidPath = `/api/pm_transaction/${await open()}`
    const paid = await client.post(`${paidPath}/pay`, {
      ...cardBody(visa),
      cardSave: true,
    })
    expect(at(must(paid).body, 'data.ok')).toBe(true)
    const refused = await open()
    must(await pay(client, refused, refusedCard))
    must(await client.post(`/api/pm_transaction/${refused}/cancelPayment`))
    const space = textAt(must(await createReserve(client, vehicleId, 1)).body, 'ws_token')
    must(await client.post(`/api/pm_transaction/${space}/reserveCancel`))
    must(await portal.gate().entry({ lot_id: 1, gate: 'E1', plate: said.plate }))
    must(await portal.gate().exit({ lot_id: 1, gate: 'S1', plate: said.plate }))
    must(await client.post('/api/access/recover_email', { email: person.email }))
    must(await client.post(`${paidPath}/contest`, { reason: 'other', text: `Sou ${said.name}` }))
    const { id } = await portal.db.selectFrom('contest').select('id').executeTakeFirstOrThrow()
    const answer = `Olá, ${said.name}: a placa ${said.plate} saiu às 12h.`
    const manager = await staffMember(portal, 2)
    must(await manager.post(`/api/staff/contests/${id}/answer`, { decision: 'declined', answer }))
    must(await client.post(`${paidPath}/contest/reopen`, { text: `Escrevam para ${said.email}` }))
    await portal.runJobs()
  }

  const found = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(said).map(async ([what, text]) => [what, await whereaboutsOf(text)] as const),
      ),
    )

  it('is only in declared columns, and the copy contains or names each of them', async () => {
    await everything()
    const places = await found()
    const reached = new Set(Object.values(places).flat())
    expect([...reached].filter((name) => personal.every((one) => one.name !== name))).toEqual([])
    // Every declaration is used; the exceptions are covered by other tests.
    const unseen = personal.map(({ name }) => name).filter((name) => !reached.has(name))
    expect(unseen).toEqual([
      'job.payload',
      'saved_card.last_digits',
      'attempt.card_last_digits',
      'exit_refusal.read',
      'partner_invitation.email',
      'contest.email',
    ])

    const copy = at(must(await client.get('/api/me/data')).body, 'data') as Record<string, unknown>
    const named = JSON.stringify(copy['copies'])
    for (const [what, names] of Object.entries(places)) {
      for (const { name, exportKey, description } of personal.filter((one) => names.includes(one.name))) {
        expect(named).toContain(description)
        const entry = exportKey === null ? said[what as keyof typeof said] : JSON.stringify(copy[exportKey])
        expect(entry, `${what} of ${name} in ${exportKey}`).toContain(said[what as keyof typeof said])
      }
    }
  })

  it('is erased with the account, except data with its own period, and later data kept by law', async () => {
    const { body } = must(await client.post('/api/me/erase', { password: person.password }))
    const told = JSON.stringify(at(body, 'data.kept'))
    expect(await whereaboutsOf(person.email)).toContain('job.payload')
    await portal.runJobs()
    const goes = new Map(personal.map(({ name, erasedWith }) => [name, erasedWith]))
    const left = async () => {
      const { brand: _, ...places } = await found()
      return [...new Set(Object.values(places).flat())].sort()
    }
    expect((await left()).filter((name) => goes.get(name) === 'account')).toEqual([])
    const isTold = (name: string) =>
      personal.some((one) => one.name === name && told.includes(one.description))
    expect((await left()).filter((name) => !isTold(name))).toEqual([])
    for (const { description, erasedWith: until } of personal)
      expect({ says: description, told: told.includes(description) || until === 'account' }).toEqual({
        says: description,
        told: true,
      })
    await daysLater(31)
    const contested = ['contest.answer', 'contest.reopened_text', 'contest.text']
    expect(await left()).toEqual([...contested, 'payment.payer', 'ticket.plate'])
    await daysLater(370)
    expect(await left()).toEqual([...contested, 'payment.payer'])
    await daysLater(legalRetentionDays)
    await daysLater(1)
    expect(await found()).toMatchObject({ name: [], cpf: [], email: [], plate: [] })
  })
})

it('a transaction deletes at most its limit, oldest rows first', async () => {
  const kept = async () =>
    (await portal.db.selectFrom('acquirer_event').select('reference').orderBy('id').execute()).map(
      ({ reference }) => reference,
    )
  const before = await kept()
  for (const day of [3, 1, 5, 2, 4])
    await portal.db
      .insertInto('acquirer_event')
      .values({ acquirer: 'cielo', reference: `day ${day}`, received_at: new Date(day * 24 * 3_600_000) })
      .execute()
  const [ending] = retentionRules(tables.acquirer_event)
  if (!ending) throw new Error('no ending')
  const february = new Date('1970-02-01T00:00:00Z')
  expect(await ending.end(portal.db, february, 2)).toBe(2)
  expect(await kept()).toEqual([...before, 'day 3', 'day 5', 'day 4'])
  expect(await ending.end(portal.db, february, 2)).toBe(2)
  expect(await ending.end(portal.db, february, 2)).toBe(1)
  expect(await kept()).toEqual(before)
})

describe('after the last period', () => {
  it('no growing table has rows, and no rule has failed', async () => {
    const left = await Promise.all(
      Object.entries(tables).map(async ([table, { rows }]) => {
        const { rows: found } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(portal.db)
        const stays = rows === 'stays' || ('belongsTo' in rows && rows.belongsTo.includes('user_account'))
        return stays || found.length === 0 ? [] : [table]
      }),
    )
    expect(left.flat()).toEqual([])
    expect(portal.logs.filter((line) => line.includes('could not be dropped'))).toEqual([])
  })

  const endings = Object.entries(tables).flatMap(([table, keeping]) =>
    retentionRules(keeping).map((ending) => [`${table}: ${ending.what}`, ending] as const),
  )
  it.each(endings)('%s: an index finds the oldest rows', async (_, { end }) => {
    const [oldest] = (await statementsOf(portal.db, (db) => end(db, new Date(0), 10))).filter(
      ({ sql: text }) => /\bselect\b/.test(text),
    )
    if (!oldest) throw new Error('nothing was looked for')
    const plan = await portal.db.connection().execute(async (db) => {
      await sql`set enable_seqscan = off`.execute(db)
      const lines = await planOf(db, oldest)
      await sql`reset enable_seqscan`.execute(db)
      return lines.join('\n')
    })
    expect(plan).not.toMatch(/Seq Scan/)
    expect(plan).toMatch(/Index Cond: .*(_at|\bat|\bday) < /)
  })
})
