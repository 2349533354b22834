import { beforeAll, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { createReserve, driver, setReserve } from '#test/support/garage/reserve.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'
import { defaultPageSettings } from '../../pageSettings.ts'
import { missingIdentityFields, saveIdentity } from './store.ts'

const portal = portalOfFile({ production: true })
beforeAll(async () => {
  await setReserve(portal, {})
})

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

it('settings that stop payments are saved with the field and the reason', async () => {
  const manager = await staffMember(portal, 2)
  const stored = at(must(await manager.get('/api/staff/settings/edit')).body, 'data')
  const warningsOf = async (change: object) => {
    const entry = { ...Object(stored), ...identity, ...change, seen_version: undefined }
    return at(must(await manager.change('PUT', '/api/staff/settings', entry)).body, 'warnings')
  }
  const stops = (name: string) =>
    `${name}: este é o do exemplo do Guichê. Informe o seu: até lá ninguém paga por aqui.`
  expect(await warningsOf({})).toEqual([])
  expect(await warningsOf({ operatorCnpj: '11.222.333/0001-81' })).toEqual([stops('CNPJ')])
  expect(await warningsOf({ operatorName: defaultPageSettings.operatorName })).toEqual([
    stops('Nome do operador'),
  ])
  expect(await warningsOf({ contactEmail: defaultPageSettings.contactEmail })).toEqual([stops('E-mail')])
})

it('production publishes nothing invented, and the terms are of the day of the first save', async () => {
  await portal.db.deleteFrom('setting').where('key', '=', 'page').execute()
  portal.clock.forward(0.1)
  const page = await portal.deps.pageSettings()
  expect(page).toMatchObject({ copyright: '', developerName: '', developerUrl: '' })
  const manager = await staffMember(portal, 2)
  const stored = at(must(await manager.get('/api/staff/settings/edit')).body, 'data')
  expect(stored).toMatchObject({ termsRevisedAt: '2026-03-10', copyright: '', developerName: '' })
  const entry = { ...Object(stored), ...identity, contactWhatsapp: '', contactPhone: '0800 123 4567' }
  must(await manager.change('PUT', '/api/staff/settings', entry))
  portal.clock.forward(0.1)
  expect(await portal.deps.pageSettings()).toMatchObject({
    copyright: identity.operatorName,
    termsRevisedAt: '2026-03-10',
    contactWhatsapp: '',
    contactPhone: '08001234567',
  })
})
