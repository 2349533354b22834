import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#kit/endpoint.ts'
import { listQuery } from '#kit/fields.ts'
import { isStaffAccess } from '#staff/level.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'
import { contracts } from '../modules.ts'
import { exports } from './modules.ts'

type Query = Readonly<Record<string, unknown>>

/** The fields of a query, as the OpenAPI document names them. */
function fieldsOf(query: z.ZodMiniType): Query {
  return z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }).properties ?? {}
}

const reads = Object.values<Endpoint>(contracts).flatMap(({ method, path, access, query, errors = {} }) =>
  method === 'GET' && isStaffAccess(access) && query
    ? [
        {
          path: path.replace(/:id/, '1').replace(':list.:format', 'tickets.csv'),
          fields: fieldsOf(query),
          needsPeriod: 'period_required' in errors,
        },
      ]
    : [],
)
const lists = reads.filter(({ fields }) => 'page' in fields)
const periods = [
  ...reads,
  ...exports.map(({ list }) => ({ path: `/api/staff/exports/${list}.csv`, fields: { from: {}, until: {} } })),
].filter(({ fields }) => 'from' in fields)

/** What a read needs beside its period. */
const needed: Readonly<Record<string, string>> = {
  '/api/staff/closings/period': 'unit=month&',
  '/api/staff/exports/differences.csv': 'statement=1&',
}
const values: Readonly<Record<string, string>> = {
  lot_id: '1',
  from: '2026-03-01',
  until: '2026-03-31',
  actor: 'customer',
  subject: 'ticket',
  subject_id: '1',
  level: '2',
  partner_id: '1',
}

/** A value that the filter admits: of `values`, else the first of its words. */
function valueOf(name: string, field: unknown): string {
  const word = /"enum":\["(\w+)"/.exec(JSON.stringify(field))?.[1]
  const value = values[name] ?? word
  if (value === undefined) throw new Error(`no value for the filter ${name}`)
  return value
}

const portal = portalOfFile()
let manager: PortalClient
beforeAll(async () => {
  manager = await staffMember(portal, 2)
  const days = { from_day: '2026-03-01', to_day: '2026-03-31', uploaded_at: portal.clock.now() }
  const statement = { name: 'vendas.csv', sha256: '0'.repeat(64), line_count: 0, row_count: 0, ...days }
  await portal.db.insertInto('statement').values(statement).execute()
})

describe.each(lists)('the list $path', ({ path, fields, needsPeriod }) => {
  const own = Object.entries(fields).filter(([name]) => !(name in listQuery.shape))
  const query = own.map(([name, field]) => [name, valueOf(name, field)])

  it('keeps every filter in the links of its pages', async () => {
    const asked = new URLSearchParams(query).toString()
    const { body } = must(await manager.get(`${path}?${asked}&page=2`))
    for (const link of ['first', 'last', 'prev']) {
      const kept = new URL(String(at(body, `links.${link}`)), 'http://localhost')
      kept.searchParams.delete('page')
      expect([...kept.searchParams].toSorted()).toEqual(query.toSorted())
    }
  })

  it('ignores an empty filter', async () => {
    const period = needsPeriod ? '&from=2026-03-01&until=2026-03-31' : ''
    const empty = own.filter(([name]) => !period.includes(name)).map(([name]) => `${name}=`)
    expect(await manager.get(`${path}?${empty.join('&')}${period}`)).toMatchObject({ status: 200 })
  })
})

/** Lists of one lot, or for staff of all lots. */
const ofNoLot = ['/api/staff/lots/1/tariffs', '/api/staff/statements', '/api/staff/statements/1/lines']

it('every list accepts a lot as filter, and answers 404 for a lot of other staff', async () => {
  const unbound = lists.filter(({ fields }) => !('lot_id' in fields))
  expect(unbound.map(({ path }) => path).toSorted()).toEqual(ofNoLot)
  const bound = await staffMember(portal, 10)
  await portal.db
    .updateTable('user_account')
    .set({ lot_ids: [1], level: 2 })
    .where('level', '=', 10)
    .execute()
  const ofLot = ['today', 'dashboard', 'occupancy', 'closings/period'].map((name) => `/api/staff/${name}`)
  for (const path of [...lists.map((list) => list.path), ...ofLot].filter((one) => !ofNoLot.includes(one))) {
    const query = `${needed[path] ?? ''}from=2026-03-01&to=2026-03-31&until=2026-03-31`
    must(await bound.get(`${path}?${query}&lot_id=1`))
    for (const other of [2, 99])
      expect(await bound.get(`${path}?${query}&lot_id=${other}`)).toMatchObject({ status: 404 })
  }
})

describe.each(periods)('the period of $path', ({ path, fields }) => {
  const end = 'until' in fields ? 'until' : 'to'
  const ask = (from: string, until: string) =>
    manager.get(`${path}?${needed[path] ?? ''}from=${from}&${end}=${until}`)

  it('refuses a day that does not exist, with one text', async () => {
    const error = ['Informe uma data válida.']
    for (const day of ['abc', '2026-02-30', '0000-01-01', '0100-02-03', '9999999-01-01']) {
      expect(await ask(day, '2026-03-31')).toMatchObject({ status: 422, body: { errors: { from: error } } })
      expect(await ask('2026-03-01', day)).toMatchObject({ status: 422, body: { errors: { [end]: error } } })
    }
  })

  it('refuses an end before the beginning', async () => {
    expect(await ask('2026-12-01', '2026-11-01')).toMatchObject({
      status: 422,
      body: { errors: { [end]: ['O fim não pode vir antes do início.'] } },
    })
    must(await ask('2026-03-10', '2026-03-10'))
  })
})

it('occupancy needs no period, and ignores an empty lot', async () => {
  expect(await manager.get('/api/staff/occupancy?lot_id=')).toMatchObject({ status: 200 })
})
