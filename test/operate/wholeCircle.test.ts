// @module-tag deep
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { at, type PortalClient, textAt } from '#test/support/client.ts'
import { cardBody, cardEndingIn, must } from '#test/support/flow.ts'
import { enterCar } from '#test/support/garage/gate.ts'
import { callsOn, createReserve, driver } from '#test/support/garage/reserve.ts'
import { type Instance, prepareInstance } from '#test/support/instances/instance.ts'
import { logIn } from '#test/support/people.ts'
import { until } from '#test/support/process.ts'
import { withoutLogins } from './contents.ts'
import { root } from '../tidy/sources.ts'

let instance: Instance
beforeEach(async () => {
  instance = await prepareInstance('postgresql')
})
afterEach(() => instance.close())

/** The operator's command with the portal's environment. */
async function run(command: 'backup' | 'restore', file: string): Promise<string> {
  const script = join(root, 'tools/operate', `${command}.ts`)
  const env = { ...process.env, ...instance.env }
  return (await promisify(execFile)(process.execPath, [script, file], { env })).stdout
}

/** A transaction for a car that has just entered. */
async function bill(client: PortalClient): Promise<{ code: string; token: string }> {
  const code = await enterCar(client.url)
  must(await client.post('/api/tk_ticket/read', { code }))
  const ticket = { ticket_code: code, ticket_value: 7, payment_type: 1, pm_person_paymethod_id: null }
  const created = must(await client.post('/api/tk_ticket/createTransaction', ticket))
  return { code, token: textAt(created.body, 'data.ws_token') }
}

const receipts = async (client: PortalClient) => {
  const mails = JSON.stringify((await client.get('/dev/mail')).body)
  return mails.split('"subject":"Recibo').length - 1
}

it('backup, loss of the database and restore: no data are lost, and all clients can continue', async () => {
  const before = await instance.start()
  const { client, person, vehicleId } = await driver({ client: () => before })
  const paid = await bill(client)
  const card = { ...cardBody(cardEndingIn(1)), cardSave: true }
  must(await client.post(`/api/pm_transaction/${paid.token}/pay`, card))
  const space = must(await createReserve(client, vehicleId))
  const reserve = textAt(space.body, 'ws_token')
  must(await client.post(`/api/pm_transaction/${reserve}/pay`, cardBody(cardEndingIn(1))))
  await until('receipt', async () => (await receipts(client)) === 1)
  await instance.stop()

  const file = join(instance.env.DATA_DIR, 'nightly.backup')
  const rowsBefore = withoutLogins(await instance.contents())
  expect(await run('backup', file)).toMatch(/rows of \d+ tables/)
  await instance.emptyDatabase()
  expect(await run('restore', file)).toMatch(/^restored \d+ rows/)
  expect(withoutLogins(await instance.contents())).toEqual(rowsBefore)

  const after = await instance.start()
  must(await logIn(after, person))
  const read = must(await after.post('/api/tk_ticket/read', { code: paid.code }))
  expect(at(read.body, 'data.ticket')).toMatchObject({ state: 'paid', paid: 7 })
  const [saved] = at(must(await after.get('/api/me/pm_person_paymethod')).body, 'data') as object[]
  const next = await bill(after)
  const again = { isNewCard: false, payMethod_token: textAt(saved, 'ws_token') }
  const charged = must(await after.post(`/api/pm_transaction/${next.token}/pay`, again))
  expect(at(charged.body, 'data.ok')).toBe(true)
  must(await after.post(`/api/me/pm_transaction/${paid.token}/receipt`))
  await until('its receipt and the copy', async () => (await receipts(after)) === 3)
  expect(at(must(await callsOn(after, reserve).cancel()).body, 'data.value')).toBe(15)
  await until('the receipt of what was retained', async () => (await receipts(after)) === 4)
  const holds = (await instance.simulator.ledger()).map(({ captured }) => captured)
  expect(holds.sort((a, b) => a - b)).toEqual([700, 700, 1500])
  await instance.compareLedgers()
})
