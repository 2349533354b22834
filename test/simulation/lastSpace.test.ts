import { beforeAll, expect, it } from 'vitest'
import { at, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, pay } from '#test/support/flow.ts'
import { createReserve, driver } from '#test/support/garage/reserve.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const customers = 20

const portal = portalOfFile()
beforeAll(async () => {
  // One reserved space is free in all lots together.
  const counted = { normal: 0, pregnant: 0, disabilities: 0, at: portal.clock.now() }
  must(await portal.gate().occupancy(1, { ...counted, reserves: 19 }))
  must(await portal.gate().occupancy(2, { ...counted, reserves: 30 }))
})

it('20 customers reserve the last space at once: it is sold once, and the others read that it is sold out', async () => {
  const people: Awaited<ReturnType<typeof driver>>[] = []
  // As many passwords as one process hashes at once.
  while (people.length < customers)
    people.push(...(await Promise.all(Array.from({ length: customers / 2 }, () => driver(portal)))))
  const answers = await Promise.all(people.map(({ client, vehicleId }) => createReserve(client, vehicleId)))
  const sold = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status, body }) => status === 409 && at(body, 'code') === 'sold_out')
  expect([sold.length, refused.length]).toEqual([1, customers - 1])

  const winner = people[answers.findIndex(({ status }) => status === 201)]
  const token = textAt(sold[0]?.body, 'ws_token')
  if (!winner) throw new Error('no reservation was sold')
  expect(at(must(await pay(winner.client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
  const rows = await portal.db.selectFrom('reservation').select('state').execute()
  expect(rows).toEqual([{ state: 'preauthorised' }])
  const lots: unknown = at((await portal.client().get('/api/parking/stats')).body, 'data')
  for (const lot of Array.isArray(lots) ? lots : []) expect(at(lot, 'free_reserves')).toBe(0)
  await expectInvariants(portal)
})

it('a cancelled last space is sold again, once', async () => {
  portal.clock.forward(13 * 60 + 1)
  await portal.sweep()
  const people = await Promise.all([driver(portal), driver(portal), driver(portal)])
  const answers = await Promise.all(people.map(({ client, vehicleId }) => createReserve(client, vehicleId)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  await expectInvariants(portal)
})
