import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startSimulator } from '#simulators/cielo/simulator.ts'
import { at, PortalClient } from '#test/support/client.ts'
import { queryOnce } from '#test/support/database/queryOnce.ts'
import { createPostgresDatabase } from '#test/support/database/testDatabase.ts'
import { must } from '#test/support/flow.ts'
import { logIn } from '#test/support/people.ts'
import { compiled, startProcess } from '#test/support/process.ts'
import { openDatabase } from '#app/server/database.ts'
import { setUp } from '../../tools/operate/initialSetup.ts'
import { root } from '../tidy/sources.ts'
import { startMailServer } from '../support/wire/mailServer.ts'
import { tlsInFront } from './tlsInFront.ts'

const key = () => randomBytes(32).toString('hex')
let simulator: Awaited<ReturnType<typeof startSimulator>>
let acquirer: Awaited<ReturnType<typeof tlsInFront>>
let mail: Awaited<ReturnType<typeof startMailServer>>
let env: Record<string, string>
const trusted = getCACertificates()
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, queryPort: 0 })
  acquirer = await tlsInFront(simulator)
  mail = await startMailServer()
  setDefaultCACertificates([...trusted, readFileSync(acquirer.caFile, 'utf8')])
  env = {
    DATABASE_URL: await createPostgresDatabase('empty'),
    ACQUIRER: 'cielo',
    // No load balancer waits for the stop.
    DRAIN_DELAY_MS: '0',
    ACQUIRER_URL: acquirer.url,
    CIELO_QUERY_URL: acquirer.queryUrl,
    NODE_EXTRA_CA_CERTS: acquirer.caFile,
    CIELO_MERCHANT_ID: '00000000-0000-4000-8000-000000000000',
    CIELO_MERCHANT_KEY: 'SIMULATORSIMULATORSIMULATORSIMULATORSIMU',
    CIELO_NOTIFICATION_SECRET: key(),
    SECRET_KEY: key(),
    CARD_KEYS: key(),
    SMTP_URL: mail.url,
    PUBLIC_URL: 'https://estacione.example.com.br',
  }
})
afterAll(async () => {
  setDefaultCACertificates(trusted)
  acquirer.close()
  await simulator.close()
  await mail.close()
})

/** `npm run setup` as a process, without a terminal: it reads the password from its input. */
async function run(flags: string[], password = '') {
  const child = spawn(process.execPath, [join(root, 'tools/operate/setup.ts'), ...flags], {
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compiled, ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  child.stdin.on('error', () => {})
  child.stdin.end(`${password}\n`)
  const [code] = await once(child, 'close')
  return { code, said }
}

/** A production tree: sources, built web and packages, without simulators/. */
function productionTree(): string {
  const tree = mkdtempSync(join(tmpdir(), 'guiche-production-'))
  for (const part of ['src', 'db', 'package.json'])
    cpSync(join(root, part), join(tree, part), { recursive: true })
  for (const part of ['dist', 'node_modules']) symlinkSync(join(root, part), join(tree, part))
  return tree
}

/** The same in this process: the passed checks, and the problems. */
async function look(more: Record<string, string>, args: string[], password = '') {
  const found = { well: '', problems: '' }
  const input = Readable.from([`${password}\n`])
  await setUp({ env: { ...env, ...more }, args, input }, ({ ok, what, detail }) => {
    found[ok ? 'well' : 'problems'] += `${what}: ${detail}\n`
  })
  return found
}

const alice = { name: 'Alice Prado', email: 'alice@example.com.br', password: 'cancela aberta de dia' }
const flags = (email: string, cpf: string) => [
  '--name',
  alice.name,
  '--email',
  email,
  '--cpf',
  cpf,
  '--phone',
  '41 99999-0000',
]

const query = async (text: string) => (await queryOnce(env['DATABASE_URL'] ?? '', text)).rows

async function admins(): Promise<unknown[]> {
  const demo = await query(`select 1 from lot union all select 1 from setting where key = 'demo'`)
  expect(demo).toEqual([])
  return query(
    `select email, password_hash like '$argon2id$%' as hashed from user_account where level = 1 order by id`,
  )
}

describe('npm run setup', () => {
  it('with --check reports what is missing and changes nothing', async () => {
    expect((await look({}, ['--check'])).problems).toMatch(/^migrations: \d+ to apply/m)
    expect(await query(`select to_regclass('migration') as there`)).toEqual([{ there: null }])
  })

  it(
    'refuses a short password and a wrong CPF before it creates anything, and has no option --password',
    { tags: 'deep' },
    async () => {
      const wrong = await run(flags('alice@example.com.br', '123'), 'curta')
      expect(wrong.code).toBe(1)
      expect(wrong.said).toMatch(/cpf: .*CPF/)
      expect(wrong.said).toMatch(/password: .*12 caracteres/)
      expect(wrong.said).not.toContain('curta')
      expect(await admins()).toEqual([])
      await expect(look({}, ['--password', 'x'])).rejects.toThrow(/Unknown option '--password'/)
    },
  )

  it('reports no problem, and creates the first admin once', async () => {
    const made = await run(flags(alice.email, '815.932.047-79'), alice.password)
    expect(made.said).not.toContain('PROBLEM')
    expect(made.said).toMatch(/ok {7}acquirer/)
    expect(made.said).toMatch(/ok {7}SMTP_URL/)
    expect(made.said).toMatch(/ok {7}database: PostgreSQL \d/)
    expect(made.said).toMatch(/ok {7}admin: made/)
    expect(made.code).toBe(0)
    for (const secret of [alice.password, env['SECRET_KEY'], env['CARD_KEYS'], env['CIELO_MERCHANT_KEY']])
      expect(made.said).not.toContain(secret)
    expect(await admins()).toEqual([{ email: alice.email, hashed: true }])

    const second = await look({}, flags('bia@example.com.br', '926.043.158-15'), alice.password)
    expect(second.problems).toMatch(/^admin: there is one/)
    const looked = await look({}, [])
    expect(looked).toMatchObject({ problems: '', well: expect.stringMatching(/^admin: there is one/m) })
    const another = [...flags('bia@example.com.br', '926.043.158-15'), '--another']
    expect((await look({}, another, alice.password)).problems).toBe('')
    expect((await look({}, another, alice.password)).problems).toMatch(/^admin: somebody has this/)
    expect(await admins()).toHaveLength(2)
  })

  it(
    'the portal then starts in production, from a tree without the simulators, and asks the admin for a second factor',
    { tags: 'deep' },
    async () => {
      await look({}, flags(alice.email, '815.932.047-79'), alice.password)
      const tree = productionTree()
      onTestFinished(() => rmSync(tree, { recursive: true, force: true }))
      const main = join(tree, 'src/app/server/main.ts')
      const portal = await startProcess({ ...env, NODE_ENV: 'production' }, main)
      try {
        const client = new PortalClient(portal.url)
        const login = must(await logIn(client, alice))
        expect(login.status).toBe(200)
        const factor = must(await client.get('/api/staff/second_factor'))
        expect(at(factor.body, 'data')).toMatchObject({ enrolled: false, passed: false })
        expect((await client.get('/dev/demo')).status).toBe(404)
      } finally {
        await portal.stop()
      }
    },
  )

  it(
    'production does not start on a database of the demo, nor the demo on one of production',
    { tags: 'deep' },
    async () => {
      const demo = { DATABASE_URL: await createPostgresDatabase('demo') }
      const refused = startProcess({ ...env, ...demo, NODE_ENV: 'production' })
      await expect(refused).rejects.toThrow('the demo is in the database, and its passwords are public')
      const real = startProcess({ DATABASE_URL: env['DATABASE_URL'] ?? '', ACQUIRER: 'simulator' })
      await expect(real).rejects.toThrow('that the demo did not make: set DEMO=0')
    },
  )

  it.each([
    [{ PUBLIC_URL: 'http://estacione.example.com.br' }, /^settings: set PUBLIC_URL to an https/m],
    [{ PUBLIC_URL: '' }, /^settings: set PUBLIC_URL/m],
    [{ ACQUIRER: 'simulator' }, /^settings: set ACQUIRER=cielo/m],
    [{ PORT: '99999' }, /^settings: PORT/m],
    [{ SECRET_KEY: '07'.repeat(32) }, /^settings: SECRET_KEY can be guessed/m],
    [{ CARD_KEYS: '07'.repeat(32) }, /^settings: CARD_KEYS can be guessed/m],
    [{ CARD_KEYS: 'short' }, /^settings: CARD_KEYS: .*64 hexadecimal/m],
    [{ SMTP_URL: 'smtp://127.0.0.1:9' }, /^SMTP_URL: .*ECONNREFUSED/m],
    [
      { CIELO_QUERY_URL: 'https://127.0.0.1:9' },
      /^CIELO_QUERY_URL: does not answer queries .*set it to Cielo’s/m,
    ],
    [{ ACQUIRER_URL: 'https://127.0.0.1:9' }, /^ACQUIRER_URL: does not take sales .*set it to Cielo’s/m],
    [{ CIELO_MERCHANT_KEY: 'K'.repeat(40) }, /^CIELO_MERCHANT_KEY: .*401.*copy both again/m],
    [{ CIELO_MERCHANT_ID: '1006993069' }, /^settings: CIELO_MERCHANT_ID is no GUID: copy it/m],
    [{ CIELO_MERCHANT_ID: '1006993069' }, /^CIELO_MERCHANT_ID: Cielo refuses it \(114\): copy it again/m],
    [{ CIELO_MERCHANT_KEY: 'short' }, /^settings: CIELO_MERCHANT_KEY has not 40 letters/m],
    [{ ACQUIRER_URL: '' }, /^settings: set ACQUIRER_URL to an https/m],
    [{ CIELO_QUERY_URL: 'http://127.0.0.1:9' }, /^settings: set CIELO_QUERY_URL to an https/m],
    [{ DATABASE_URL: 'postgres://guiche@127.0.0.1:9/none' }, /^database: .*ECONNREFUSED/m],
    [{ DATABASE_URL: '' }, /^settings: set DATABASE_URL/m],
    [{ DEMO: 'on' }, /^settings: unset DEMO/m],
    [{ CIELO_3DS_MCC: '7523' }, /^settings: .*set CIELO_3DS_URL to.*\nsettings: set CIELO_3DS_CLIENT_ID as/m],
    [{ CIELO_3DS_HOSTS: 'https://songbird.example' }, /^settings: .*set CIELO_3DS_URL to/m],
  ])('%j: the problem is reported', async (more, message) => {
    const { problems } = await look(more, ['--check'])
    expect(problems).toMatch(message)
  })

  it.each([
    [
      'a role without CREATE',
      { user: 'limited' },
      /^database: the role limited may not create tables there: grant create on schema public to limited$/m,
    ],
    [
      'a read-only database',
      { options: '-c default_transaction_read_only=on' },
      /^database: it is read-only: alter role guiche set default_transaction_read_only = off$/m,
    ],
    [
      'a search path without a schema',
      { options: '-c search_path=nowhere' },
      /^database: its search_path \(nowhere\) names no .*: alter role guiche set search_path = public$/m,
    ],
  ])('%s: the remedy in a line, with --check, at setup and at the start', async (_, place, message) => {
    const url = new URL(await createPostgresDatabase('empty'))
    const role = 'do $$ begin create role limited login; exception when duplicate_object then end $$'
    await queryOnce(url.href, role)
    if ('user' in place) url.username = place.user
    else url.searchParams.set('options', place.options)
    const DATABASE_URL = url.href
    expect((await look({ DATABASE_URL }, ['--check'])).problems).toMatch(message)
    expect((await look({ DATABASE_URL }, [])).problems).toMatch(message)
    const sentence = message.source.replace('^database: ', '').replace('$', '')
    const started = openDatabase({ databaseUrl: DATABASE_URL, dataDir: null }, () => {})
    await expect(started).rejects.toThrow(new RegExp(sentence))
  })

  it('reports queries that are configured to go to the host of sales', async () => {
    const both = await look({ CIELO_QUERY_URL: acquirer.url }, ['--check'])
    expect(both.problems).toMatch(/^settings: CIELO_QUERY_URL is the host of ACQUIRER_URL: set it/m)
    expect(both.problems).toMatch(
      /^CIELO_QUERY_URL: queries go to the host of the sales: set CIELO_QUERY_URL/m,
    )
    const swapped = { ACQUIRER_URL: acquirer.queryUrl, CIELO_QUERY_URL: acquirer.url }
    expect((await look(swapped, ['--check'])).problems).toMatch(/^ACQUIRER_URL: does not take sales \(405\)/m)
  })

  it('recognises a host of sales under another name, although it looks like a query host', async () => {
    const { problems } = await look({ CIELO_QUERY_URL: acquirer.alias }, ['--check'])
    expect(problems).toMatch(/^CIELO_QUERY_URL: the query host takes sales: set CIELO_QUERY_URL/m)
  })
})
