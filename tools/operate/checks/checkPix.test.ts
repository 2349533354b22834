import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPixTestBed } from '../../../simulators/pix/pixTestBed.ts'
import { demoPixClient } from '../../../simulators/pix/api/tokens.ts'
import { dayMs, addMs } from '../../../src/kit/clock.ts'
import { localCertificate } from '../../../test/support/database/certificate.ts'
import { setUp } from '../initialSetup.ts'
import { readConfig } from '../../../src/app/server/config.ts'
import { checkPix } from './checkPix.ts'

const folder = mkdtempSync(join(tmpdir(), 'guiche-check-'))
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const { cert, key } = localCertificate()
let bank: Awaited<ReturnType<typeof openPixTestBed>>
let narrow: Awaited<ReturnType<typeof openPixTestBed>>
/** An account that requires its certificate. */
let strict: Awaited<ReturnType<typeof openPixTestBed>>
const [server, stranger] = [localCertificate(), localCertificate()]
const trusted = getCACertificates()
beforeAll(async () => {
  bank = await openPixTestBed()
  const few = { ...demoPixClient, scopes: ['cob.read', 'pix.read', 'webhook.read', 'webhook.write'] }
  narrow = await openPixTestBed({ client: few })
  strict = await openPixTestBed({ keys: ['outra@example.com'], tls: { ...server, ca: cert } })
})
afterAll(async () => {
  setDefaultCACertificates(trusted)
  await Promise.all([bank.close(), narrow.close(), strict.close()])
  rmSync(folder, { recursive: true })
})

/** A certificate of one day ends within 30 days of this instant. */
const before = addMs(new Date(), -60 * dayMs)
const settings = () => ({
  PUBLIC_URL: 'https://estacione.example.com.br',
  PIX_PROVIDER: 'bacen',
  PIX_URL: bank.url,
  PIX_TOKEN_URL: `${bank.url}/oauth/token`,
  PIX_CLIENT_ID: demoPixClient.id,
  PIX_CLIENT_SECRET: demoPixClient.secret,
  PIX_KEY: 'pix@estacione.example.com.br',
  PIX_CERT: file('client.pem', cert),
  PIX_CERT_KEY: file('client.key', key),
  PIX_WEBHOOK_SECRET: 'f00dcafe'.repeat(5),
})
const look = async (more: Record<string, string> = {}, { readOnly = true, now = before } = {}) => {
  const config = readConfig({ ...settings(), ...more })
  const findings = await checkPix(config, { readOnly, clock: { now: () => now } })
  expect(JSON.stringify(findings)).not.toMatch(/f00dcafe|simulador/)
  return findings.map(({ ok, what, detail }) => `${ok ? 'ok' : 'PROBLEM'} ${what}: ${detail}`)
}

it('reports every check, and what is missing', async () => {
  const found = await look()
  expect(found.slice(0, 4).map((line) => line.split(':')[0])).toEqual([
    'ok PIX_CERT',
    'ok PIX_TOKEN_URL',
    'ok PIX_URL',
    'ok scopes',
  ])
  expect(found[4]).toBe('PROBLEM webhook: the bank has none: run it without --check, which registers ours')
})

it('registers the webhook if allowed, and finds it afterwards', async () => {
  expect((await look({}, { readOnly: false })).at(-1)).toBe('ok webhook: registered now; it had none')
  expect((await look()).at(-1)).toBe(
    'ok webhook: the bank tells https://estacione.example.com.br of payments',
  )
  const other = await look({ PIX_WEBHOOK_SECRET: 'f00dcaff'.repeat(5) })
  expect(other.at(-1)).toBe(
    'PROBLEM webhook: the bank tells estacione.example.com.br with another PIX_WEBHOOK_SECRET: run it without --check, which registers ours',
  )
  expect((await look({ PUBLIC_URL: 'https://novo.example' })).at(-1)).toContain(
    'the bank tells estacione.example.com.br: run it',
  )
})

it.each<[string, () => Promise<string[]>, string]>([
  [
    'another secret',
    () => look({ PIX_CLIENT_SECRET: 'other' }),
    'PROBLEM PIX_CLIENT_ID: the bank gives no token (401): look at PIX_CLIENT_ID, PIX_CLIENT_SECRET',
  ],
  [
    'nobody at the address',
    () => look({ PIX_TOKEN_URL: 'http://127.0.0.1:1/oauth/token' }),
    'PROBLEM PIX_TOKEN_URL: the bank does not answer (ECONNREFUSED): look at the address',
  ],
  [
    'another path for tokens',
    () => look({ PIX_TOKEN_URL: `${bank.url}/token` }),
    'PROBLEM PIX_TOKEN_URL: answers 404: look at the address',
  ],
  [
    'another path of the API',
    () => look({ PIX_URL: `${bank.url}/v9` }),
    'PROBLEM PIX_URL: the bank answers 404',
  ],
  [
    'fewer scopes',
    () => look({ PIX_URL: narrow.url, PIX_TOKEN_URL: `${narrow.url}/oauth/token` }),
    'PROBLEM scopes: the bank does not allow cob.write, pix.write: ask it',
  ],
  [
    'another client',
    () => look({ PIX_CLIENT_ID: 'other' }),
    'PROBLEM PIX_CLIENT_ID: the bank gives no token (401): look at PIX_CLIENT_ID, PIX_CLIENT_SECRET',
  ],
  [
    'another bank’s row',
    () => look({ PIX_BANK: 'sicoob' }),
    'PROBLEM PIX_CLIENT_ID: the bank gives no token (401): look at PIX_CLIENT_ID, PIX_CLIENT_SECRET and PIX_BANK',
  ],
  [
    'nobody at the API’s address',
    () => look({ PIX_URL: 'http://127.0.0.1:1' }),
    'PROBLEM PIX_URL: the bank answers ECONNREFUSED when it is asked for the charges of a minute: look at PIX_URL',
  ],
  [
    'a certificate that is not there',
    () => look({ PIX_CERT: join(folder, 'nothing.pem') }),
    'PROBLEM PIX_CERT: PIX_CERT and PIX_CERT_KEY cannot be read as PEM files (ENOENT): look at the paths',
  ],
  [
    'the key of another certificate',
    () => look({ PIX_CERT_KEY: file('stranger.key', stranger.key) }),
    'PROBLEM PIX_CERT: PIX_CERT_KEY is not the key of PIX_CERT',
  ],
  ['no certificate', () => look({ PIX_CERT: '' }), 'PROBLEM PIX_CERT: set PIX_CERT and PIX_CERT_KEY'],
  ['one whose days are counted', () => look({}, { now: new Date() }), 'make a new one at the bank now'],
  [
    'one that has ended',
    () => look({}, { now: addMs(new Date(), 5 * dayMs) }),
    'the bank lets nobody in with it',
  ],
])('%s is reported with the fix', async (_name, found, message) => {
  expect((await found()).filter((line) => line.startsWith('PROBLEM'))[0]).toContain(message)
})

it('a bank with client certificates: each wrong one is reported, and so is the Pix key of another account', async () => {
  const there = { PIX_URL: strict.url, PIX_TOKEN_URL: `${strict.url}/oauth/token` }
  const wrong = async (more: Record<string, string>, readOnly = true) =>
    (await look({ ...there, ...more }, { readOnly })).find((line) => line.startsWith('PROBLEM'))
  expect(await wrong({})).toMatch(
    /^PROBLEM PIX_TOKEN_URL: the bank does not answer \(\w+\): .* \(NODE_EXTRA_CA_CERTS\)$/,
  )
  setDefaultCACertificates([...trusted, server.cert])
  const another = {
    PIX_CERT: file('other.pem', stranger.cert),
    PIX_CERT_KEY: file('other.key', stranger.key),
  }
  expect(await wrong(another)).toMatch(
    /^PROBLEM PIX_TOKEN_URL: the bank does not answer \(\w+\): .*has registered this certificate/,
  )
  expect(await wrong({}, false)).toMatch(
    /^PROBLEM webhook: the bank does not take ours \(400 WebhookOperacaoInvalida\): .*look at PIX_KEY, which has to be one of this account/,
  )
  expect(await wrong({ PIX_KEY: 'outra@example.com' }, false)).toBeUndefined()
})

it('reports nothing when Pix is not at a bank', async () => {
  expect(await look({ PIX_PROVIDER: 'cielo' })).toEqual([])
})

it('npm run setup checks Pix too, and registers the webhook only without --check', async () => {
  const said = async (...args: string[]) => {
    const lines: string[] = []
    const other = { ...settings(), PIX_KEY: 'outra@estacione.example.com.br' }
    await setUp({ env: other, args, input: Readable.from([]) }, ({ what, detail }) =>
      lines.push(`${what}: ${detail}`),
    )
    return lines.filter((line) => /^(PIX_|scopes|webhook)/.test(line)).join('\n')
  }
  const looked = await said('--check')
  // An expiring certificate is not fatal.
  expect(looked).toMatch(/^PIX_CERT: ends on .*: make a new one/)
  expect(looked).toContain('webhook: the bank has none: run it without --check')
  expect(await said('--check')).toBe(looked)
  expect(await said()).toContain('webhook: registered now; it had none')
  expect(await said('--check')).toContain(
    'webhook: the bank tells https://estacione.example.com.br of payments',
  )
})
