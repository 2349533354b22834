import { beforeAll, describe, expect, it } from 'vitest'
import { timeZoneTexts } from '#parking/timeZones.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { customer } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { exported } from '#test/support/reporting/exported.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let manager: PortalClient
beforeAll(async () => {
  // 11 March, 00:30 in São Paulo; 10 March, 23:30 in Manaus.
  portal.clock.forward(750)
  manager = await staffMember(portal, 2)
})

const path = '/api/staff/settings'
const read = async () => at(must(await manager.get(`${path}/edit`)).body, 'entity')
const save = async (operatorTimeZone: unknown) =>
  manager.change('PUT', path, { ...Object(await read()), operatorTimeZone })
const audits = () =>
  portal.db.selectFrom('audit').selectAll().where('subject', '=', 'setting').orderBy('id', 'desc').execute()

describe('the operator’s time zone', () => {
  it.each(Object.keys(timeZoneTexts).toReversed())('may be %s; absent it stays', async (zone) => {
    const before = at(await read(), 'operatorTimeZone')
    must(await save(zone))
    const { operatorTimeZone, ...absent } = Object(await read())
    expect(operatorTimeZone).toBe(zone)
    expect((await audits())[0]).toMatchObject({
      action: 'changed',
      before: { operatorTimeZone: before },
      after: { operatorTimeZone: zone },
    })
    must(await manager.change('PUT', path, absent))
    expect(at(await read(), 'operatorTimeZone')).toBe(zone)
  })

  it.each([
    ['America/Fortaleza', 'Valor inválido.'],
    ['america/manaus', 'Valor inválido.'],
    ['Brasília', 'Valor inválido.'],
    [-3, 'Valor inválido.'],
    ['', 'Campo obrigatório.'],
    [null, 'Campo obrigatório.'],
  ])('%j is 422: %s', async (zone, text) => {
    const before = await audits()
    expect(await save(zone)).toMatchObject({
      status: 422,
      body: { errors: { operatorTimeZone: [text] } },
    })
    expect(await audits()).toEqual(before)
  })

  it('is named in the trail, and no setting of the page', async () => {
    must(await save('America/Manaus'))
    const { body } = must(await manager.get('/api/staff/audit?subject=setting'))
    expect(at(body, 'data.0.changes')).toEqual([
      {
        field: 'Fuso horário',
        before: 'Brasília (São Paulo, Curitiba, Recife)',
        after: 'Amazonas (Manaus, Porto Velho, Boa Vista)',
      },
    ])
    expect(await portal.deps.pageSettings()).not.toHaveProperty('operatorTimeZone')
    must(await save('America/Sao_Paulo'))
  })
})

const ofDay = (day: string) => `subject=device&from=${day}&until=${day}`

describe('what has no lot', () => {
  let driver: PortalClient
  let statement: string
  beforeAll(async () => {
    must(await manager.post('/api/staff/devices', { name: 'Cancela 9', lot_ids: [1] }))
    driver = (await customer(portal)).client
    must(await pay(driver, await openTransaction(driver, await portal.openTicket(130)), cardEndingIn(1)))
    const form = new FormData()
    const lines = 'Data da venda;Tipo;Número do pedido;NSU;Código de autorização;PaymentId;Valor bruto\n'
    form.append('statement', new Blob([`${lines}11/03/2026;Venda;nobodyA1;4711;;;3,00`]), 'extrato.csv')
    statement = String(at(must(await manager.upload('/api/staff/statements', form)).body, 'entity.id'))
  })

  it.each([
    ['America/Sao_Paulo', '2026-03-11', '2026-03-10', '2026-03-11T00:30:00-03:00', '11/03/2026 00:30:00'],
    ['America/Manaus', '2026-03-10', '2026-03-11', '2026-03-10T23:30:00-04:00', '10/03/2026 23:30:00'],
  ])('is read and shown in %s', async (zone, day, other, iso, text) => {
    must(await save(zone))
    const trail = async (of: string) =>
      at(must(await manager.get(`/api/staff/audit?${ofDay(of)}`)).body, 'data')
    expect(await trail(day)).toMatchObject([{ at: iso, action: 'Cadastro' }])
    expect(await trail(other)).toEqual([])
    expect(await exported(manager, 'audit', ofDay(day))).toMatchObject([{ Data: text, Ação: 'Cadastro' }])
    expect(await exported(manager, 'audit', ofDay(other))).toEqual([])
    await exported(manager, 'audit', `from=2026-03-11T03:30:00Z&until=2026-03-12`)
    expect(
      at(must(await manager.get('/api/staff/audit?subject=export')).body, 'data.0.changes'),
    ).toContainEqual({
      field: 'Filtros',
      before: null,
      after: `Desde: ${text.slice(0, 16)}; Até: 12/03/2026`,
    })
    const devices = must(await manager.get('/api/staff/devices?q=Cancela 9')).body
    expect(at(devices, 'data')).toMatchObject([{ created_at: iso }])
    expect(at(must(await driver.get('/api/me/consent')).body, 'data')).toMatchObject([{ at: iso }])
  })

  it('statements stay in Brasília’s', async () => {
    must(await save('America/Manaus'))
    const rows = await exported(manager, 'differences', `statement=${statement}`)
    expect(rows.map(({ Dia, Situação }) => `${Dia} ${Situação}`)).toEqual([
      '11/03/2026 Só no extrato',
      '11/03/2026 Só no Guichê',
    ])
    expect(at(must(await manager.get('/api/staff/statements')).body, 'data.0.created_at')).toBe(
      '2026-03-11T00:30:00-03:00',
    )
  })
})
