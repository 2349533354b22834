import { beforeAll, describe, expect, it } from 'vitest'
import { closeDays } from '#closing/server/flow/closeDays.ts'
import { recordOccupancyHours } from '#parking/server/occupancy/recordOccupancy.ts'
import { createDevice } from '#equipment/backoffice.ts'
import type { Endpoint } from '#kit/endpoint.ts'
import { isAllowed, isStaffAccess } from '#staff/level.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { reserved } from '#test/support/garage/reserve.ts'
import { openCounters, tillRows } from '#test/support/garage/tillRows.ts'
import { openPartner, partnerRows } from '#test/support/partner/partnerRows.ts'
import { exported } from '#test/support/reporting/exported.ts'
import { insertDisputeContestAlert } from '#test/support/reporting/insertDisputeContestAlert.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'
import { contracts } from '../modules.ts'
import { exports } from './modules.ts'

/** Things of one lot. */
type Scene = {
  lot: number
  ticket: string
  payment: string
  reservation: string
  device: string
  closing: string
  dispute: string
  contest: string
  alert: string
} & Awaited<ReturnType<typeof openCounters>> &
  Awaited<ReturnType<typeof openPartner>>

type Row =
  /** About one thing or lot: 404 for another lot. */
  | { thing: (scene: Scene, level: number) => string; body?: (scene: Scene) => object }
  /** A list or sums with the filter `lot_id`: the same as with the filter, and 404 for another lot. */
  | { list: string; shown?: (data: unknown) => unknown }
  /** A list: the names or codes of the own lot are in it, those of the other are not. */
  | { names: (scene: Scene) => string; path: string }
  /** 403 but for all lots. */
  | { only: 'all lots' }
  /** About the caller; or for admins, who have all lots. */
  | { only: 'self' | 'admin' }

const reason = 'Pedido do cliente'
const dates = 'from=2026-03-01&until=2026-03-31'
const nameOf = ({ lot }: Scene) => (lot === 1 ? 'Garagem Centro' : 'Shopping Norte')
const lotEntry = (scene: Scene) => ({
  name: nameOf(scene),
  time_zone: 'America/Sao_Paulo',
  total_normal: 100,
  total_pregnant: 1,
  total_disabilities: 1,
  total_elderly: 1,
  total_reserves: 10,
})
const device = ({ lot }: Scene) => ({ name: `Cancela do teste ${lot}`, lot_ids: [lot] })
const tariff = {
  entry: {
    kind: 'flat_day',
    name: 'Diária',
    entry_tolerance_min: 10,
    exit_tolerance_min: 15,
    exit_rule: 'tolerance_only',
    lost_ticket_fee: 0,
    day_value: 50,
  },
  seen_version: 0,
}

const tickets = '/api/staff/tickets'
const payments = '/api/staff/transactions'
const reservations = '/api/staff/reservations'
const closings = '/api/staff/closings'
const devices = '/api/staff/devices'
const lots = '/api/staff/lots'
const [allLots, admin, self] = [{ only: 'all lots' }, { only: 'admin' }, { only: 'self' }] as const

const changeOfTicket = (change: string): Row => ({
  thing: ({ ticket }) => `${tickets}/${ticket}/${change}`,
  body: () => ({ reason }),
})

/** Every call of staff; a new one gets its row here. */
const rows: Readonly<Record<string, Row>> = {
  'GET /api/staff/levels': self,
  'GET /api/staff/search': { names: ({ payment }) => payment, path: '/api/staff/search?q=maria' },
  'GET /api/staff/second_factor': self,
  'POST /api/staff/second_factor': self,
  'POST /api/staff/second_factor/enrol': self,
  'GET /api/staff/dashboard': {
    list: '/api/staff/dashboard?from=2026-03-01&to=2026-03-31',
    shown: (data) => [at(data, 'rows'), at(data, 'totals')],
  },
  'GET /api/staff/today': { list: '/api/staff/today', shown: (data) => at(data, 'lots') },
  'GET /api/staff/waiting': { list: '/api/staff/waiting' },
  'GET /api/staff/taken': { list: `/api/staff/taken?${dates}` },
  'GET /api/staff/occupancy': {
    thing: ({ lot }) => `/api/staff/occupancy?lot_id=${lot}&from=2026-03-01&until=2026-03-02&by=day`,
  },
  'GET /api/staff/disputes': { list: '/api/staff/disputes' },
  'GET /api/staff/disputes/:id/edit': { thing: ({ dispute }) => `/api/staff/disputes/${dispute}/edit` },
  'POST /api/staff/disputes/:id/state': {
    thing: ({ dispute }) => `/api/staff/disputes/${dispute}/state`,
    body: () => ({ state: 'sent', reason }),
  },
  'GET /api/staff/contests': { list: '/api/staff/contests' },
  'GET /api/staff/contests/:id/edit': { thing: ({ contest }) => `/api/staff/contests/${contest}/edit` },
  'POST /api/staff/contests/:id/answer': {
    thing: ({ contest }) => `/api/staff/contests/${contest}/answer`,
    body: () => ({ decision: 'declined', answer: 'Conferimos as imagens da saída.' }),
  },
  'GET /api/staff/alerts': { list: '/api/staff/alerts' },
  'POST /api/staff/alerts/:id/seen': { thing: ({ alert }) => `/api/staff/alerts/${alert}/seen` },
  'GET /api/staff/alert_settings': allLots,
  'PUT /api/staff/alert_settings': allLots,
  // Each export has a row of its own below.
  'GET /api/staff/exports/:list.:format': { list: '/api/staff/tickets' },
  'GET /api/staff/lots': { list: lots },
  'POST /api/staff/lots': allLots,
  'GET /api/staff/lots/:id/edit': { thing: ({ lot }) => `${lots}/${lot}/edit` },
  'PUT /api/staff/lots/:id': { thing: ({ lot }) => `${lots}/${lot}`, body: lotEntry },
  'GET /api/staff/lots/:id/tariffs': { thing: ({ lot }) => `${lots}/${lot}/tariffs` },
  'POST /api/staff/lots/:id/tariffs': { thing: ({ lot }) => `${lots}/${lot}/tariffs`, body: () => tariff },
  'DELETE /api/staff/lots/:id/tariffs/:version': { thing: ({ lot }) => `${lots}/${lot}/tariffs/1` },
  'GET /api/staff/lots/:id/tariffs/:version/edit': { thing: ({ lot }) => `${lots}/${lot}/tariffs/1/edit` },
  'GET /api/staff/tickets': { list: tickets },
  'GET /api/staff/tickets/:id/edit': { thing: ({ ticket }) => `${tickets}/${ticket}/edit` },
  'POST /api/staff/tickets/:id/waive': changeOfTicket('waive'),
  'POST /api/staff/tickets/:id/hand_back': changeOfTicket('hand_back'),
  'POST /api/staff/tickets/:id/exit': changeOfTicket('exit'),
  'POST /api/staff/tickets/:id/replace': changeOfTicket('replace'),
  'GET /api/staff/transactions': { list: payments },
  'GET /api/staff/transactions/:id/edit': { thing: ({ payment }) => `${payments}/${payment}/edit` },
  'POST /api/staff/transactions/:id/receipt': { thing: ({ payment }) => `${payments}/${payment}/receipt` },
  'POST /api/staff/transactions/:id/refund': {
    thing: ({ payment }) => `${payments}/${payment}/refund`,
    body: () => ({ value: 1, kept: 1, reason }),
  },
  'POST /api/staff/transactions/:id/decide': {
    thing: ({ payment }) => `${payments}/${payment}/decide`,
    body: () => ({ decision: 'ask', reason }),
  },
  'POST /api/staff/transactions/:id/attempts/:n': {
    thing: ({ payment }) => `${payments}/${payment}/attempts/1`,
    body: () => ({ decision: 'accept', reason }),
  },
  'POST /api/staff/transactions/:id/cases/:kind/close': {
    thing: ({ payment }) => `${payments}/${payment}/cases/chargeback/close`,
    body: () => ({ reason }),
  },
  'GET /api/staff/reservations': { list: reservations },
  'GET /api/staff/reservations/:id/edit': { thing: (scene) => `${reservations}/${scene.reservation}/edit` },
  'POST /api/staff/reservations/:id/enter': {
    thing: (scene) => `${reservations}/${scene.reservation}/enter`,
  },
  'POST /api/staff/reservations/:id/cancel': {
    thing: (scene) => `${reservations}/${scene.reservation}/cancel`,
    body: () => ({ reason }),
  },
  ...tillRows,
  ...partnerRows,
  'GET /api/staff/closings': { list: closings },
  'GET /api/staff/closings/:id/edit': { thing: ({ closing }) => `${closings}/${closing}/edit` },
  'GET /api/staff/closings/preview': { thing: ({ lot }) => `${closings}/preview?lot_id=${lot}` },
  'GET /api/staff/closings/period': { list: `${closings}/period?unit=month&from=2026-03-01&to=2026-03-31` },
  'POST /api/staff/closings/:id/mail': { thing: ({ closing }) => `${closings}/${closing}/mail` },
  'POST /api/staff/closings/adjustments': {
    thing: () => `${closings}/adjustments`,
    body: ({ lot }) => ({ lot_id: lot, of_day: '2026-03-10', value: 1, reason }),
  },
  'GET /api/staff/devices': { names: (scene) => device(scene).name, path: devices },
  'POST /api/staff/devices': { thing: () => devices, body: device },
  'GET /api/staff/devices/:id/edit': { thing: (scene) => `${devices}/${scene.device}/edit` },
  'PUT /api/staff/devices/:id': { thing: (scene) => `${devices}/${scene.device}`, body: device },
  'POST /api/staff/devices/:id/key': { thing: (scene) => `${devices}/${scene.device}/key` },
  'DELETE /api/staff/devices/:id': { thing: (scene) => `${devices}/${scene.device}` },
  'GET /api/staff/audit': { list: '/api/staff/audit?subject=ticket' },
  'GET /api/staff/audit/actors': { names: (scene) => device(scene).name, path: '/api/staff/audit/actors' },
  'GET /api/staff/users': { names: ({ lot }) => (lot === 1 ? 'Bruno' : 'Alice'), path: '/api/staff/users' },
  'GET /api/staff/users/:id/edit': self,
  'POST /api/staff/users': admin,
  'PUT /api/staff/users/:id': admin,
  'POST /api/staff/users/:id/end_logins': admin,
  'POST /api/staff/users/:id/invite': admin,
  'POST /api/staff/users/:id/reset_second_factor': admin,
  'GET /api/staff/settings/edit': allLots,
  'PUT /api/staff/settings': allLots,
  'POST /api/staff/settings/logo': allLots,
  'DELETE /api/staff/settings/logo': allLots,
  'GET /api/staff/statements': allLots,
  'POST /api/staff/statements': allLots,
  'GET /api/staff/statements/:id/edit': allLots,
  'GET /api/staff/statements/:id/lines': allLots,
  'DELETE /api/staff/statements/:id': allLots,
}

/** Every export: bound as its list, or for all lots only; a new one gets its row here. */
const exportRows: Readonly<Record<string, 'lot_id' | 'all lots' | 'audit'>> = {
  tickets: 'lot_id',
  transactions: 'lot_id',
  movements: 'lot_id',
  taken: 'lot_id',
  refunds: 'lot_id',
  reservations: 'lot_id',
  tills: 'lot_id',
  till_takes: 'lot_id',
  validations: 'lot_id',
  closings: 'lot_id',
  closing_lines: 'lot_id',
  occupancy: 'lot_id',
  disputes: 'lot_id',
  contests: 'lot_id',
  differences: 'all lots',
  audit: 'audit',
}

let members: Readonly<Record<number, PortalClient>>
let owner: PortalClient
let own: Scene
let other: Scene

const boundTo: Record<number, string> = {}

/** The car parks that manager and supervisor see from now on; null means all. */
async function bind(lotIds: readonly number[] | null, levels: readonly number[] = [2, 10]): Promise<void> {
  const choice = lotIds === null ? { all_lots: true } : { all_lots: false, lot_ids: lotIds }
  for (const level of levels.filter((one) => boundTo[one] !== JSON.stringify(choice))) {
    const email = portal.demo.staff?.find((person) => person.level === level)?.email ?? ''
    const { body } = must(await owner.get(`/api/staff/users?q=${email}`))
    must(await owner.change('PUT', `/api/staff/users/${String(at(body, 'data.0.id'))}`, { level, ...choice }))
    boundTo[level] = JSON.stringify(choice)
  }
}

async function paidAt(lot: number): Promise<string> {
  const driver = portal.client()
  const token = await openTransaction(driver, await portal.openTicket(130, lot))
  must(await pay(driver, token, cardEndingIn(1, lot)))
  return token
}

async function sceneOf(lot: number, payment: string): Promise<Scene> {
  const ticket = await portal.openTicket(130, lot)
  must(await owner.post(`${tickets}/${ticket}/waive`, { reason }))
  must(await owner.post(`${payments}/${payment}/refund`, { value: 1, kept: lot === 1 ? 7 : 13, reason }))
  const { token } = await reserved(portal, lot)
  const counter = await openCounters(portal, lot, { 2: clientOf(2), 10: clientOf(10) })
  const entry = { name: `Cancela do teste ${lot}`, lot_ids: [lot] }
  const device = String(at(must(await owner.post(createDevice.path, entry)).body, 'data.id'))
  const closing = String(at(must(await owner.get(`${closings}?lot_id=${lot}`)).body, 'data.0.id'))
  return {
    lot,
    ticket,
    payment,
    reservation: token,
    device,
    closing,
    ...counter,
    ...(await openPartner(portal, lot, owner, [2, 10])),
    ...(await insertDisputeContestAlert(portal, lot, payment)),
  }
}

const portal = portalOfFile()
beforeAll(async () => {
  await closeDays(portal.deps.closing)
  await recordOccupancyHours(portal.db, portal.clock.now())
  const paid = [await paidAt(1), await paidAt(2)] as const
  portal.clock.forward(26 * 60)
  await closeDays(portal.deps.closing)
  owner = await staffMember(portal, 1)
  members = { 2: await staffMember(portal, 2), 10: await staffMember(portal, 10) }
  own = await sceneOf(1, paid[0])
  other = await sceneOf(2, paid[1])
})

const nameOfCall = ({ method, path }: Endpoint) => `${method} ${path}`
const calls = Object.values<Endpoint>(contracts).filter(({ access }) => isStaffAccess(access))

it('every call of staff about more than the caller is in words', async () => {
  const { body } = must(await clientOf(10).get('/api/staff/levels'))
  const others = calls.filter(({ path }) => !path.startsWith('/api/staff/second_factor'))
  expect(others.filter(({ levelText }) => levelText === undefined).map(nameOfCall)).toEqual([])
  expect(at(body, 'data')).toHaveLength(others.length)
  expect(at(body, 'data')).toContainEqual({
    area: 'Estacionamentos e tarifas',
    action: 'Cadastrar um estacionamento',
    level: 2,
    all_lots: true,
  })
  expect(at(body, 'data.0')).toMatchObject({ area: 'Painel', action: 'Ver somas e gráficos' })
})

it('every call of staff and every export has a row', () => {
  expect(calls.map(nameOfCall).toSorted()).toEqual(Object.keys(rows).toSorted())
  expect(exports.map(({ list }) => list).toSorted()).toEqual(Object.keys(exportRows).toSorted())
})

/** Where a member of this level may make the call at all. */
const callsOf = (level: number) =>
  calls.filter(({ access }) => isStaffAccess(access) && isAllowed(level, access)).map(nameOfCall)

const matrix = [2, 10].flatMap((level) => callsOf(level).map((name) => [level, name] as const))

const clientOf = (level: number): PortalClient => {
  const client = members[level]
  if (!client) throw new Error(`nobody of level ${level}`)
  return client
}

async function statusOf(level: number, name: string, scene: Scene, row: Row): Promise<number> {
  const [method = '', pattern = ''] = name.split(' ')
  const path = 'thing' in row ? row.thing(scene, level) : pattern.replaceAll(/:\w+/g, '1')
  const body = 'thing' in row && row.body ? row.body(scene) : {}
  const answer = await clientOf(level).send(method, path, method === 'GET' ? {} : { body })
  return answer.status
}

const isRefused = (status: number) => status === 403 || status === 404

describe.each(matrix)('for level %i %s', (level, name) => {
  const row: Row = rows[name] ?? self

  it('is bound to the lots of the person', async () => {
    const client = clientOf(level)
    if ('thing' in row) {
      await bind([1], [level])
      expect(await statusOf(level, name, other, row)).toBe(404)
      expect(isRefused(await statusOf(level, name, own, row))).toBe(false)
      await bind(null, [level])
      expect(isRefused(await statusOf(level, name, other, row))).toBe(false)
    } else if ('list' in row) {
      const { list, shown = (data: unknown) => data } = row
      const read = async (query = '') => {
        const path = `${list}${list.includes('?') ? '&' : '?'}${query}`
        return shown(at(must(await client.get(path)).body, 'data'))
      }
      await bind(null, [level])
      const [all, filtered] = [await read(), await read('lot_id=1')]
      expect(all).not.toEqual(filtered)
      await bind([1], [level])
      expect(await read()).toEqual(filtered)
      expect(await read('lot_id=1')).toEqual(filtered)
      expect((await client.get(`${list}${list.includes('?') ? '&' : '?'}lot_id=2`)).status).toBe(404)
    } else if ('names' in row) {
      const read = async () => JSON.stringify(at(must(await client.get(row.path)).body, 'data'))
      await bind(null, [level])
      expect(await read()).toContain(row.names(other))
      await bind([1], [level])
      expect(await read()).toContain(row.names(own))
      expect(await read()).not.toContain(row.names(other))
    } else if (row.only === 'all lots') {
      await bind([1], [level])
      expect(await statusOf(level, name, own, row)).toBe(403)
      await bind(null, [level])
      expect(await statusOf(level, name, own, row)).not.toBe(403)
    }
  })
})

describe.each(Object.entries(exportRows))('the export %s', (list, kind) => {
  it('is bound to the lots of the person', async () => {
    const [client, path] = [clientOf(2), `/api/staff/exports/${list}.csv?${dates}`]
    await bind([1], [2])
    if (kind === 'all lots') return expect((await client.get(`${path}&statement=1`)).status).toBe(403)
    const bound = await exported(client, list, dates)
    expect((await client.get(`${path}&lot_id=2`)).status).toBe(404)
    await bind(null, [2])
    const all = await exported(client, list, dates)
    const written = kind === 'audit' ? JSON.stringify(bound) : bound
    if (kind === 'audit') {
      expect(written).toContain(own.ticket)
      expect(written).not.toContain(other.ticket)
      expect(JSON.stringify(all)).toContain(other.ticket)
    } else {
      expect(written).toEqual(await exported(client, list, `${dates}&lot_id=1`))
      expect(bound.length).toBeGreaterThan(0)
      expect(all.length).toBeGreaterThan(bound.length)
    }
  })
})

it('a person sees staff of their own lots only, and the page names those lots', async () => {
  await bind([1])
  const manager = clientOf(2)
  const { body } = must(await manager.get('/api/session/web'))
  expect(at(body, 'user.lots')).toEqual([1])
  const beyond = await owner.get('/api/staff/users?level=1')
  expect((await manager.get(`/api/staff/users/${String(at(beyond.body, 'data.0.id'))}/edit`)).status).toBe(
    403,
  )
  const view = await manager.get(`/api/staff/users/${String(at(body, 'user.id'))}/edit`)
  expect(view.body).toMatchObject({ data: { all_lots: false, lot_ids: [1] } })
  await bind(null)
  expect(at(must(await manager.get('/api/session/web')).body, 'user.lots')).toBe(null)
})
