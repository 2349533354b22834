import { beforeAll, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { reserved, setReserve } from '#test/support/garage/reserve.ts'
import { customer, freshAddress } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()
beforeAll(async () => {
  await setReserve(portal, {})
})

type Person = Pick<Awaited<ReturnType<typeof customer>>, 'client' | 'person'>

const erase = async ({ client, person }: Person) =>
  must(await client.post('/api/me/erase', { password: person.password }))

/** Another bearer of the token. */
async function shown(token: string) {
  const stranger = portal.client(freshAddress())
  return at(must(await stranger.get(`/api/pm_transaction/${token}`)).body, 'data')
}

const hidden = {
  has_user: true,
  attempts_left: 0,
  card_brand: null,
  card_last_digits: null,
  vehicle_name: null,
  vehicle_license_plate: null,
}

it('an erased account’s reservation stays hidden from others', async () => {
  const car = await reserved(portal, 1)
  must(await portal.gate().entry({ lot_id: 1, gate: 'E1', plate: car.plate }))
  portal.clock.forward(125)
  must(await car.confirm())
  must(await portal.gate().exit({ lot_id: 1, gate: 'S1', plate: car.plate }))
  const before = await shown(car.token)
  expect(before).toMatchObject({ ...hidden, state: 'captured', reserve: null })
  await erase(car)
  expect(await shown(car.token)).toEqual(before)
  const stranger = portal.client(freshAddress())
  expect((await stranger.get(`/api/pm_transaction/${car.token}/qrcode`)).status).toBe(404)
})

it('an erased account’s ticket payments cannot be seen, paid or cancelled by others', async () => {
  const owner = await customer(portal)
  const token = await openTransaction(owner.client, await portal.openTicket(130))
  must(await pay(owner.client, token, cardEndingIn(1)))
  const open = await openTransaction(owner.client, await portal.openTicket(130))
  const before = await shown(token)
  expect(before).toMatchObject({ ...hidden, state: 'captured' })
  await erase(owner)
  expect(await shown(token)).toEqual(before)
  expect(await shown(open)).toMatchObject(hidden)
  const stranger = portal.client(freshAddress())
  expect((await stranger.post(`/api/pm_transaction/${open}/cancelPayment`)).status).toBe(404)
  expect((await pay(stranger, open, cardEndingIn(1))).status).toBe(404)
  expect((await pay(owner.client, open, cardEndingIn(1))).status).toBe(404)
})

it('a guest’s payment is shown to the bearer of its token', async () => {
  const guest = portal.client()
  const token = await openTransaction(guest, await portal.openTicket(130))
  must(await pay(guest, token, cardEndingIn(1)))
  expect(await shown(token)).toMatchObject({ has_user: false, card_last_digits: cardEndingIn(1).slice(-4) })
})
