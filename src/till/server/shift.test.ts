import { beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { closeTill, moveTill, openTill, take, takeIdOf, tillOf, undoTake } from '#test/support/garage/till.ts'
import { exported, exportedPeriod } from '#test/support/reporting/exported.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let cashier: PortalClient
let manager: PortalClient
beforeAll(async () => {
  cashier = await staffMember(portal, 10)
  manager = await staffMember(portal, 2)
})

const refusal = (code: string, status = 409) => ({ status, body: { code } })
const reais = (value: number) => ({ value })

describe('a shift', () => {
  let till: number
  const expectedCash = async () => at(await tillOf(manager, till), 'expected')
  const pays = async (minutes: number, value: number, rest: object = {}) =>
    must(await take(cashier, await portal.openTicket(minutes), { value, ...rest }))

  it('from the float to the count: Falta de R$ 0,50 needs no reason', async () => {
    till = await openTill(cashier)
    const first = await pays(60, 6, { received: 10 })
    expect(first.body).toMatchObject({
      data: { receipt: '1-2026-000001', amount: reais(6), received: reais(10), change: reais(4) },
    })
    await pays(400, 11)
    await pays(300, 9, { method: 'card_machine' })
    must(await undoTake(cashier, takeIdOf(await pays(130, 7))))
    must(await moveTill(cashier, till, { kind: 'withdrawal', value: 50 }))
    must(await moveTill(cashier, till, { kind: 'deposit', value: 20 }))
    expect(await expectedCash()).toBeNull()
    const closed = must(await closeTill(cashier, till, 86.5))
    expect(at(closed.body, 'data')).toMatchObject({
      state: 'closed',
      expected: reais(87),
      counted: reais(86.5),
      difference: { value: -0.5, valueHuman: '-0,50' },
      needs_reason: false,
      sums: {
        cash: { count: 2, amount: reais(17) },
        card_machine: { count: 1, amount: reais(9) },
        undone: { count: 1, amount: reais(-7) },
        withdrawal: { count: 1, amount: reais(50) },
        deposit: { count: 1, amount: reais(20) },
      },
      can: { take: false, move: false, undo: false, close: false, explain: true },
    })
  })

  it('its takes are exported, an undoing as a row of its own below zero', async () => {
    const rows = await exported(cashier, 'till_takes', exportedPeriod)
    expect(
      rows.map(({ Recibo, Forma, Valor, Recebido, Troco }) => [Recibo, Forma, Valor, Recebido, Troco]),
    ).toEqual([
      ['1-2026-000004', 'Dinheiro', '-7,00', '', ''],
      ['1-2026-000004', 'Dinheiro', '7,00', '', ''],
      ['1-2026-000003', 'Maquininha', '9,00', '', ''],
      ['1-2026-000002', 'Dinheiro', '11,00', '', ''],
      ['1-2026-000001', 'Dinheiro', '6,00', '10,00', '4,00'],
    ])
    expect(rows.filter(({ Desfeito }) => Desfeito !== '')).toHaveLength(1)
    const [shift] = await exported(manager, 'tills', '')
    expect(shift).toMatchObject({ Caixa: '1', Esperado: '87,00', Contado: '86,50', Diferença: '-0,50' })
  })

  it('the first count is fixed: the same person reads it again, another one is refused', async () => {
    const again = must(await closeTill(cashier, till, 87))
    expect(at(again.body, 'data.counted')).toMatchObject(reais(86.5))
    expect(await closeTill(manager, till, 87, 'Conferência do turno')).toMatchObject(refusal('till_closed'))
    expect(await moveTill(cashier, till, { kind: 'deposit', value: 1 })).toMatchObject(refusal('till_closed'))
  })

  it('every step is in the trail', async () => {
    const rows = await portal.db
      .selectFrom('audit')
      .select(['action', 'after'])
      .where('subject', '=', 'till')
      .where('subject_id', '=', String(till))
      .orderBy('id')
      .execute()
    expect(rows.map(({ action }) => action)).toEqual([
      'till_opened',
      'till_moved',
      'till_moved',
      'till_closed',
    ])
    expect(rows.at(-1)?.after).toMatchObject({ counted_cents: 8650, difference_cents: -50 })
  })
})

describe('opening', () => {
  it('one a person and lot, numbered by lot', async () => {
    const first = await openTill(cashier, 0)
    expect(await tillOf(cashier, first)).toMatchObject({ number: 2, lot: 'Garagem Centro', is_own: true })
    const refused = await cashier.post('/api/staff/tills', { lot_id: 1, float: 1 })
    expect(refused).toMatchObject({ ...refusal('till_already_open') })
    expect(at(refused.body, 'data.id')).toBe(first)
    const other = await openTill(cashier, 0, 2)
    expect(await tillOf(cashier, other)).toMatchObject({ number: 1, lot: 'Shopping Norte' })
    const own = must(await cashier.get('/api/staff/tills/own')).body
    expect(at(own, 'data.open')).toMatchObject([{ id: first }, { id: other }])
    expect(at(own, 'data.lots')).not.toContainEqual(expect.objectContaining({ id: 1 }))
    must(await closeTill(cashier, other, 0))
  })

  it.each([-0.01, 5_000.01, 1.005])('with R$ %d is 422', async (float) => {
    expect(await manager.post('/api/staff/tills', { lot_id: 1, float })).toMatchObject({
      status: 422,
      body: { errors: { float: [expect.any(String)] } },
    })
  })

  it('in an unknown lot is 404', async () => {
    expect((await manager.post('/api/staff/tills', { lot_id: 99, float: 1 })).status).toBe(404)
  })
})

describe('the tills of another person', () => {
  let own: number
  let others: number
  beforeAll(async () => {
    own = Number(at(must(await cashier.get('/api/staff/tills/own')).body, 'data.open.0.id'))
    others = await openTill(manager, 10)
  })

  it('a supervisor sees their own, a manager all', async () => {
    const ids = async (client: PortalClient) => {
      const listed = at(must(await client.get('/api/staff/tills?state=open')).body, 'data')
      return (listed as { id: number }[]).map(({ id }) => id)
    }
    expect(await ids(cashier)).toEqual([own])
    expect(await ids(manager)).toEqual([others, own])
    expect((await cashier.get(`/api/staff/tills/${others}/edit`)).status).toBe(404)
    expect((await closeTill(cashier, others, 0)).status).toBe(404)
    expect(await exported(cashier, 'till_takes', exportedPeriod)).toHaveLength(5)
  })

  it('a manager closes one with a reason, and moves no cash of it', async () => {
    expect((await moveTill(manager, own, { kind: 'deposit', value: 1 })).status).toBe(403)
    expect(await closeTill(manager, own, 6)).toMatchObject({
      status: 422,
      body: { errors: { reason: ['Diga por que fecha o caixa de outra pessoa.'] } },
    })
    const closed = must(await closeTill(manager, own, 6, 'Foi embora sem fechar'))
    expect(at(closed.body, 'data')).toMatchObject({
      close_reason: 'Foi embora sem fechar',
      state: 'unexplained',
      needs_reason: true,
    })
  })

  it('a difference above the limit waits for a reason, for its person and for managers', async () => {
    const waiting = async (client: PortalClient) =>
      at(must(await client.get('/api/staff/waiting')).body, 'data.tills')
    expect([await waiting(cashier), await waiting(manager)]).toEqual([1, 1])
    expect(at(must(await manager.get('/api/staff/today')).body, 'data.waiting.tills.value')).toBe(1)
    const path = `/api/staff/tills/${own}/reason`
    expect((await cashier.post(path, { reason: 'não' })).status).toBe(422)
    expect(
      at(must(await cashier.post(path, { reason: 'Troco do dia anterior' })).body, 'data'),
    ).toMatchObject({
      state: 'closed',
      difference_reason: 'Troco do dia anterior',
    })
    expect([await waiting(cashier), await waiting(manager)]).toEqual([0, 0])
    must(await closeTill(manager, others, 10))
    const none = await manager.post(`/api/staff/tills/${others}/reason`, { reason: 'Nada faltou' })
    expect(none.status).toBe(422)
  })
})

describe('cash put in and taken out', () => {
  let till: number
  beforeAll(async () => {
    till = await openTill(cashier, 30)
  })

  it('the same key is one movement; with another body it is refused', async () => {
    const body = { kind: 'deposit', value: 20 }
    const [first, second] = [
      must(await moveTill(cashier, till, body, 'key-1')),
      must(await moveTill(cashier, till, body, 'key-1')),
    ]
    expect(second.body).toEqual(first.body)
    expect(await moveTill(cashier, till, { ...body, value: 21 }, 'key-1')).toMatchObject(
      refusal('idempotency_conflict'),
    )
    expect(at(await tillOf(cashier, till), 'movements')).toHaveLength(1)
  })

  it('more than there is: of a blind till only a manager reads by how much', async () => {
    const body = { kind: 'withdrawal', value: 50.01 }
    const blind = await moveTill(cashier, till, body)
    expect(blind).toMatchObject(refusal('till_short'))
    expect(at(blind.body, 'data.short')).toBeUndefined()
    const ofManager = await openTill(manager, 1)
    const told = await moveTill(manager, ofManager, body)
    expect(at(told.body, 'data.short')).toMatchObject(reais(49.01))
    must(await closeTill(manager, ofManager, 1))
    must(await moveTill(cashier, till, { ...body, value: 50 }))
  })

  it('without blindness the expected cash and the shortage are read', async () => {
    await portal.db.updateTable('lot').set({ till_blind: false }).where('id', '=', 1).execute()
    expect(await tillOf(cashier, till)).toMatchObject({
      blind: false,
      expected: reais(0),
      sums: expect.anything(),
    })
    const told = await moveTill(cashier, till, { kind: 'withdrawal', value: 1 })
    expect(at(told.body, 'data.short')).toMatchObject(reais(1))
    await portal.db.updateTable('lot').set({ till_blind: true }).where('id', '=', 1).execute()
  })

  it.each([
    [{ kind: 'gift', value: 1 }, 'kind'],
    [{ kind: 'deposit', value: 0 }, 'value'],
    [{ kind: 'deposit', value: 50_000.01 }, 'value'],
    [{ kind: 'deposit', value: 1, reason: 'ok' }, 'reason'],
  ])('%j is 422', async (body, field) => {
    const refused = await moveTill(cashier, till, body)
    expect(refused.status).toBe(422)
    expect(textAt(refused.body, `errors.${field}.0`)).not.toBe('')
  })
})

it('a person who loses the lot keeps the open till, which a manager closes', async () => {
  const own = must(await cashier.get('/api/staff/tills/own')).body
  const id = Number(at(own, 'data.open.0.id'))
  const bind = (lots: number[] | null) =>
    portal.db.updateTable('user_account').set({ lot_ids: lots }).where('level', '=', 10).execute()
  await bind([2])
  expect((await cashier.get(`/api/staff/tills/${id}/edit`)).status).toBe(404)
  expect((await closeTill(cashier, id, 0)).status).toBe(404)
  expect(at(must(await cashier.get('/api/staff/tills/own')).body, 'data.open')).toEqual([])
  must(await closeTill(manager, id, 0, 'Mudou de estacionamento'))
  await bind(null)
  expect(await tillOf(cashier, id)).toMatchObject({ close_reason: 'Mudou de estacionamento' })
})

describe('the settings of a lot', () => {
  it('are changed, audited, and read at the next close', async () => {
    const lot = at(must(await manager.get('/api/staff/lots/3/edit')).body, 'data') as object
    expect(lot).toMatchObject({ till: { blind: true, differenceCents: 500 } })
    const path = '/api/staff/lots/3'
    must(await manager.change('PUT', path, { ...lot, till: { blind: false, differenceCents: 0 } }))
    const trail = portal.db
      .selectFrom('audit')
      .select('after')
      .where('subject', '=', 'lot')
      .orderBy('id', 'desc')
    expect((await trail.executeTakeFirst())?.after).toMatchObject({
      till_blind: false,
      till_difference_cents: 0,
    })
    const till = await openTill(cashier, 1, 3)
    expect(at(must(await closeTill(cashier, till, 0.99)).body, 'data.needs_reason')).toBe(true)
    const tooHigh = { ...lot, till: { blind: true, differenceCents: 100_001 } }
    expect((await manager.change('PUT', path, tooHigh)).status).toBe(422)
  })
})
