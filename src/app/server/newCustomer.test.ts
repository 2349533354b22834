import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openNewestCard } from '#simulators/demo/newestCard.ts'
import { at, textAt } from '#test/support/client.ts'
import { cardBody, cardEndingIn, must } from '#test/support/flow.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { createAccount, logIn, logOut, mailedToken, randomPerson, whoIs } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()

/** All rows as JSON, with `mail` as the demo's mailbox. */
async function dump(): Promise<string> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not in ('mail', 'city')`.execute(portal.db)
  const rows = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const read = sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t`
      return (await read.execute(portal.db)).rows.map(({ row }) => `${name} ${row}`)
    }),
  )
  return rows.flat().join('\n')
}

const cvv = '9473'
const number = cardEndingIn(1)
const next = 'segredo-recuperado'

it('a new customer over HTTP alone leaves no secret in the database', async () => {
  const secrets = new Set<string>([number, next])
  const client = portal.client()
  const remember = (...texts: string[]) => texts.forEach((text) => secrets.add(text))
  const rememberCookie = () => remember(client.cookies.get('guiche_session') ?? 'none')

  const person = await createAccount(client, { ...randomPerson(), password: 'segredo-primeiro' })
  remember(person.password)
  rememberCookie()
  must(await logOut(client))
  expect(await whoIs(client)).toBeNull()

  must(await client.post('/api/access/recover_email', { email: person.email }))
  const token = await mailedToken(portal, person.email)
  remember(token)
  must(await client.post('/api/access/recover_token', { token, password: next }))
  const login = must(await logIn(client, { email: person.email, password: next }, { app: true }))
  remember(textAt(login.body, 'device_ws_token'))
  rememberCookie()

  const pay = async (card: object) => {
    const code = await portal.openTicket(130)
    must(await client.post('/api/tk_ticket/read', { code }))
    const body = { payment_type: 1, pm_person_paymethod_id: null, ticket_code: code, ticket_value: 7 }
    const created = must(await client.post('/api/tk_ticket/createTransaction', body))
    return must(await client.post(`/api/pm_transaction/${textAt(created.body, 'data.ws_token')}/pay`, card))
  }
  expect(at((await pay({ ...cardBody(number), cardCvv: cvv, cardSave: true })).body, 'data.ok')).toBe(true)
  const cards = '/api/me/pm_person_paymethod'
  const saved = textAt(must(await client.get(cards)).body, 'data.0.ws_token')
  const opened = await openNewestCard(portal.db, portal.deps.payment.cardKeys, person.id)
  remember(opened?.acquirerToken ?? 'none')
  expect(at((await pay({ isNewCard: false, payMethod_token: saved, cardCvv: cvv })).body, 'data.ok')).toBe(
    true,
  )
  const whileSaved = await dump()
  must(await client.change('DELETE', `${cards}/${saved}`))
  expect(at(must(await client.get(cards)).body, 'data')).toEqual([])
  expect(at(must(await client.get('/api/me/pm_transaction')).body, 'meta.total')).toBe(2)
  await expectInvariants(portal)

  const logs = portal.logs.join('').replace(/"pid":\d+/g, '')
  const places = { 'the database, card saved': whileSaved, 'the database': await dump(), 'the logs': logs }
  expect(secrets.size).toBe(8)
  expect(logs).toContain('/auth/login')
  expect(whileSaved).toContain('user_account')
  for (const [place, text] of Object.entries(places)) {
    const found = [...secrets].filter((secret) => text.includes(secret))
    expect(found, `in ${place}`).toEqual([])
    expect(/(?<![\d.])9473(?!\d)/.exec(text)?.[0] ?? null, `the CVV in ${place}`).toBeNull()
    expect(/(?<!\d)12\/(20)?30(?!\d)/.exec(text)?.[0] ?? null, `the expiry in ${place}`).toBeNull()
  }
})
