import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSimulator, type Simulator } from '../../../simulators/cielo/simulator.ts'
import { readConfig } from '../../../src/app/server/config.ts'
import { checkAuthentication } from './checkAuthentication.ts'

let simulator: Simulator
const known = { clientId: 'id', clientSecret: 'secret', establishment: '1006993069' }
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, threeDsClient: known })
})
afterAll(() => simulator.close())

const env = () => ({
  ACQUIRER: 'cielo',
  ACQUIRER_URL: simulator.url,
  CIELO_QUERY_URL: simulator.url,
  CIELO_3DS_URL: simulator.url,
  CIELO_3DS_CLIENT_ID: known.clientId,
  CIELO_3DS_CLIENT_SECRET: known.clientSecret,
  CIELO_3DS_ESTABLISHMENT: known.establishment,
  CIELO_3DS_MERCHANT_NAME: 'Guiche',
  CIELO_3DS_MCC: '7523',
})
/** The findings with these settings. */
async function look(more: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const found = await checkAuthentication(readConfig({ ...env(), ...more }))
  return found.map(({ ok, what, detail }) => `${ok ? 'ok' : 'PROBLEM'} ${what}: ${detail}`)
}
const fault = (name: string) =>
  fetch(`${simulator.url}/_sim/next`, { method: 'POST', body: JSON.stringify({ fault: name }) })

it('setup gets a token from the 3DS service and checks its script', async () => {
  expect(await look()).toEqual([
    'ok CIELO_3DS_URL: the 3DS service takes the merchant, and its script may run',
  ])
})

it.each<[string, Record<string, string>, RegExp]>([
  [
    'another client',
    { CIELO_3DS_CLIENT_ID: 'other' },
    /^PROBLEM CIELO_3DS_CLIENT_ID: .*\(401\): copy CIELO_3DS_CLIENT_ID and CIELO_3DS_CLIENT_SECRET again/,
  ],
  ['another secret', { CIELO_3DS_CLIENT_SECRET: 'other' }, /^PROBLEM CIELO_3DS_CLIENT_ID: .*\(401\): copy/],
  [
    'a shop that it does not know',
    { CIELO_3DS_ESTABLISHMENT: '0000000001' },
    /^PROBLEM CIELO_3DS_ESTABLISHMENT: .*does not know this shop: set it to the 10 digits/,
  ],
  [
    'nobody at the address',
    { CIELO_3DS_URL: 'http://127.0.0.1:9' },
    /^PROBLEM CIELO_3DS_URL: gives no token .*: set it to https:\/\/mpi\.braspag\.com\.br/,
  ],
  [
    'another path',
    { CIELO_3DS_URL: 'URL/v3' },
    /^PROBLEM CIELO_3DS_URL: gives no token \(HTTP 404\): set it to/,
  ],
])('%s: names the setting and the fix', async (_what, more, message) => {
  const set = Object.entries(more).map(([name, value]) => [name, value.replace('URL', simulator.url)])
  expect(await look(Object.fromEntries(set))).toEqual([expect.stringMatching(message)])
})

it('an unavailable service is not reported as a wrong setting', async () => {
  await fault('three_ds_down')
  expect(await look()).toEqual([
    expect.stringMatching(/^PROBLEM CIELO_3DS_URL: .*no token now \(503\): try later.*no debit can be paid$/),
  ])
})

it.each([
  ['three_ds_elsewhere', 'names'],
  ['three_ds_moved', 'comes from'],
])('%s: reports the host that the policy blocks, until it is configured', async (name, verb) => {
  const host = simulator.url.replace('127.0.0.1', 'localhost')
  await fault(name)
  expect(await look()).toEqual([
    expect.stringContaining(`PROBLEM CIELO_3DS_HOSTS: the script of the 3DS service ${verb} ${host}, which`),
  ])
})

it('mixed environments are reported: sandbox 3DS with production sales', async () => {
  const [apart] = await look({
    ACQUIRER_URL: 'https://api.cieloecommerce.cielo.com.br',
    CIELO_3DS_URL: 'https://mpisandbox.braspag.com.br:9',
    ACQUIRER_TIMEOUT_MS: '1000',
  })
  expect(apart).toMatch(/^PROBLEM CIELO_3DS_URL: is of another environment than ACQUIRER_URL: set both/)
})

it('reports missing settings as ’debit is not offered’; does not call the simulator', async () => {
  const { ACQUIRER_URL, CIELO_QUERY_URL } = env()
  const bare = readConfig({ ACQUIRER: 'cielo', ACQUIRER_URL, CIELO_QUERY_URL })
  expect(await checkAuthentication(bare)).toMatchObject([
    { ok: true, detail: expect.stringMatching(/debit is not offered; for debit set all of CIELO_3DS_\*/) },
  ])
  expect(await checkAuthentication(readConfig({}))).toEqual([])
})
