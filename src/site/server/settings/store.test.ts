import { afterAll, beforeAll, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { createReserve, driver, setReserve } from '#test/support/garage/reserve.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'
import { staffMember } from '#test/support/staff.ts'
import { defaultPageSettings } from '../../pageSettings.ts'
import { missingIdentityFields, saveIdentity } from './store.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal({ production: true })
  await setReserve(portal, {})
})
afterAll(() => portal.close())

const identity = {
  operatorName: 'Pátio Sul',
  operatorCnpj: '11444777000161',
  contactEmail: 'oi@patio.example',
}

it('an installation without an operator takes no money until name, CNPJ and contact are saved', async () => {
  const refused = { status: 409, body: { code: 'not_configured' } }
  const code = await portal.openTicket(100)
  const client = portal.client()
  const shown = must(await client.post('/api/tk_ticket/read', { code }))
  const open = () =>
    client.post('/api/tk_ticket/createTransaction', {
      ticket_code: code,
      pm_person_paymethod_id: null,
      ticket_value: at(shown.body, 'data.ticket.value'),
      payment_type: 1,
    })
  expect(await open()).toMatchObject(refused)
  const person = await driver(portal)
  expect(await createReserve(person.client, person.vehicleId, 1)).toMatchObject(refused)
  await saveIdentity(
    portal.db,
    { ...identity, operatorName: defaultPageSettings.operatorName },
    portal.clock.now(),
  )
  expect(await missingIdentityFields(portal.db)).toEqual(['operatorName'])
  const desk = await staffMember(portal, 10)
  const firstStep = async () =>
    at(must(await desk.get('/api/staff/dashboard?from=2026-03-10&to=2026-03-10')).body, 'data.first_steps.0')
  expect(await firstStep()).toEqual({ step: 'identity', done: false })
  await saveIdentity(portal.db, identity, portal.clock.now())
  expect(await missingIdentityFields(portal.db)).toEqual([])
  expect(await firstStep()).toEqual({ step: 'identity', done: true })
  const token = await openTransaction(client, code)
  await portal.db
    .updateTable('setting')
    .set({ value: JSON.stringify({}) })
    .where('key', '=', 'page')
    .execute()
  portal.clock.forward(0.1)
  expect(await pay(client, token, cardEndingIn(1))).toMatchObject(refused)
  await saveIdentity(portal.db, identity, portal.clock.now())
  portal.clock.forward(0.1)
  expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
  await portal.db
    .updateTable('setting')
    .set({ value: JSON.stringify({}) })
    .where('key', '=', 'page')
    .execute()
  portal.clock.forward(0.1)
  const next = await portal.openTicket(100)
  expect(await openTransaction(portal.client(), next)).not.toBe('')
})
