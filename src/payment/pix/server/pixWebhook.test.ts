import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { acquirersOf } from '#app/server/start.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { pixGuests } from '#test/support/pix/guests.ts'
import { startPortal } from '#test/support/portal.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { pixSettingsFor } from '#simulators/pix/pixTestBed.ts'

const portal = portalOfFile()

const { webhookSecret } = pixSettingsFor('')
const send = (path: string, body: unknown) =>
  portal.client().post(`/webhooks/pix/${path}`, body, { bare: true })
const storedEvents = async () =>
  (
    await portal.db.selectFrom('acquirer_event').select(['acquirer', 'reference']).orderBy('id').execute()
  ).filter(({ acquirer }) => acquirer === 'bacen')
const txid = (letter: string) => letter.repeat(33)

it('the bank’s webhook is stored, a row for each charge; others are not', async () => {
  const pix = [txid('a'), txid('b'), txid('a'), undefined, 'short'].map((txid) => ({
    txid,
    endToEndId: 'E1',
  }))
  expect((await send(`${webhookSecret}/pix`, { pix })).status).toBe(200)
  const named = [txid('a'), txid('b')].map((reference) => ({ acquirer: 'bacen', reference }))
  expect(await storedEvents()).toEqual(named)
  for (const path of [`${webhookSecret.replace('w', 'x')}/pix`, `x/pix`, 'x'])
    expect((await send(path, { pix })).status).toBe(404)
  const elsewhere = await portal.client().post('/webhooks/acquirer', { pix }, { bare: true })
  expect(elsewhere.body).toEqual({ data: { received: false } })
  expect(await storedEvents()).toEqual(named)
})

it('its content is not trusted: the bank is queried, and an unpaid code stays open', async () => {
  const { shown, readAsPayer } = pixGuests(() => portal)
  const one = await shown()
  const paid = {
    txid: one.orderKey,
    endToEndId: `E${'1'.repeat(31)}`,
    valor: '7.00',
    horario: '2026-03-10T12:00:00Z',
  }
  expect((await send(`${webhookSecret}/pix`, { pix: [paid] })).status).toBe(200)
  await portal.runJobs()
  expect(await readAsPayer(one)).toMatchObject({ state: 'awaiting_payment' })
  await expectInvariants(portal)
})

it('the bank’s test call is answered 200 and changes nothing', async () => {
  const before = (await storedEvents()).length
  for (const body of [{}, { evento: 'teste_webhook' }, { pix: 'x' }, { pix: [] }])
    for (const path of [webhookSecret, `${webhookSecret}/pix`])
      expect((await send(path, body)).status).toBe(200)
  expect(await storedEvents()).toHaveLength(before)
})

it('the secret of the address is in no log', async () => {
  await send(`${webhookSecret}/pix`, { pix: [{ txid: txid('c') }] })
  await send(`${'y'.repeat(40)}/pix`, {})
  await portal.runJobs()
  expect(portal.logs.length).toBeGreaterThan(0)
  expect(portal.logs.filter((line) => line.includes(webhookSecret) || line.includes('yyyyyyyy'))).toEqual([])
})

it('a company with adapters for cards and Pix is read by both', async () => {
  const both = await startPortal({
    acquirers: (cielo) => acquirersOf(cielo, { ...cielo, name: 'cielo_pix' }),
  })
  const sale = randomUUID()
  const told = await both
    .client()
    .post('/webhooks/acquirer', { PaymentId: sale, ChangeType: 1 }, { bare: true })
  expect(told.status).toBe(200)
  const rows = await both.db
    .selectFrom('acquirer_event')
    .select(['acquirer', 'reference'])
    .orderBy('id')
    .execute()
  expect(rows).toEqual(['cielo', 'cielo_pix'].map((acquirer) => ({ acquirer, reference: sale })))
  await both.close()
})
