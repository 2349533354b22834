import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSimulator, type Simulator } from '#acquirer/simulator/simulator.ts'
import { readConfig } from '../config.ts'
import { checkAuthentication } from './checkAuthentication.ts'

let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator({ port: 0 })
})
afterAll(() => simulator.close())

const env = () => ({
  ACQUIRER: 'cielo',
  ACQUIRER_URL: simulator.url,
  CIELO_QUERY_URL: simulator.url,
  CIELO_3DS_URL: simulator.url,
  CIELO_3DS_CLIENT_ID: 'id',
  CIELO_3DS_CLIENT_SECRET: 'secret',
  CIELO_3DS_ESTABLISHMENT: '1006993069',
  CIELO_3DS_MERCHANT_NAME: 'Guiche',
  CIELO_3DS_MCC: '7523',
})

it('the setup asks the 3DS service for a token, and says what to look at when it gives none', async () => {
  const check = () => checkAuthentication(readConfig(env()))
  expect(await check()).toMatchObject([{ ok: true, detail: 'the 3DS service takes the merchant' }])
  const body = JSON.stringify({ fault: 'three_ds_down' })
  await fetch(`${simulator.url}/_sim/next`, { method: 'POST', body })
  expect(await check()).toMatchObject([
    { ok: false, detail: expect.stringMatching(/token answered 503.*CLIENT_SECRET/) },
  ])
})

it('without the settings it says that debit is not offered; the simulator is asked nothing', async () => {
  const { ACQUIRER_URL, CIELO_QUERY_URL } = env()
  const bare = readConfig({ ACQUIRER: 'cielo', ACQUIRER_URL, CIELO_QUERY_URL })
  expect(await checkAuthentication(bare)).toMatchObject([
    { ok: true, detail: expect.stringMatching(/debit is not offered/) },
  ])
  expect(await checkAuthentication(readConfig({}))).toEqual([])
})
