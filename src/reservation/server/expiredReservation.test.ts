import { beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient, textAt } from '#test/support/client.ts'
import { cardBody, cardEndingIn, must, openTransaction } from '#test/support/flow.ts'
import {
  addVehicle,
  callsOn,
  createReserve,
  driver,
  freshPlate,
  setReserve,
  passMinutes,
} from '#test/support/garage/reserve.ts'
import { logIn } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
beforeAll(async () => {
  await setReserve(portal, {})
})

const cards = '/api/me/pm_person_paymethod'
async function savedCard(client: PortalClient): Promise<string> {
  const token = await openTransaction(client, await portal.openTicket(130))
  const body = { ...cardBody(cardEndingIn(1)), cardSave: true }
  must(await client.post(`/api/pm_transaction/${token}/pay`, body))
  return textAt(must(await client.get(cards)).body, 'data.0.ws_token')
}

async function reserve(client: PortalClient, vehicleId: number) {
  const { body } = must(await createReserve(client, vehicleId, 1))
  const token = textAt(body, 'ws_token')
  return { token, code: textAt(body, 'ticket_code'), ...callsOn(client, token) }
}

/** A reservation past its deadline, not swept. */
const ended = {
  'a space that was not paid for in time': async () => {
    const person = await driver(portal)
    const card = await savedCard(person.client)
    const reservation = await reserve(person.client, person.vehicleId)
    portal.clock.forward(20)
    return { ...person, card, reservation, shows: 'released' }
  },
  'a car that did not come, in the hour that a gate may still tell in': async () => {
    const person = await driver(portal)
    const card = await savedCard(person.client)
    const reservation = await reserve(person.client, person.vehicleId)
    const saved = { isNewCard: false, payMethod_token: card }
    const paid = await person.client.post(`/api/pm_transaction/${reservation.token}/pay`, saved)
    expect(at(must(paid).body, 'data.ok')).toBe(true)
    portal.clock.forward(12 * 60 + 5)
    // A login ends after half a day.
    must(await logIn(person.client, person.person))
    return { ...person, card, reservation, shows: 'no_show' }
  },
}

describe.each(Object.entries(ended))('%s', (_, lapsed) => {
  it('refuses every call as over', async () => {
    const { client, reservation, shows } = await lapsed()
    expect(at(must(await reservation.read()).body, 'data.reserve')).toMatchObject({
      state: shows,
      can_cancel: false,
      has_qrcode: false,
    })
    expect((await reservation.qrcode()).status).toBe(410)
    const staff = await staffMember(portal, 10)
    const found = must(await staff.get(`/api/staff/reservations?q=${reservation.code}&state=${shows}`))
    expect(at(found.body, 'data.0.state')).toBe(shows)
    expect(at(must(await client.get('/api/pm_transaction/reserves')).body, 'data.0.reserve.state')).toBe(
      shows,
    )
  })

  it('does not keep its vehicle or card from being removed', async () => {
    const { client, vehicleId, card } = await lapsed()
    expect((await client.change('DELETE', `${cards}/${card}`)).status).toBe(200)
    expect((await client.change('DELETE', `/api/gl_person_vehicle/${vehicleId}`)).status).toBe(200)
  })

  it('does not keep the same car from being reserved again', async () => {
    const { client, vehicleId, reservation } = await lapsed()
    expect((await reserve(client, vehicleId)).token).not.toBe(reservation.token)
  })

  it('does not keep the account from being erased, once no money is open', async () => {
    const { client, person, shows } = await lapsed()
    const erase = () => client.post('/api/me/erase', { password: person.password })
    if (shows === 'no_show') {
      expect(await erase()).toMatchObject({ status: 409, body: { code: 'payment_in_flight' } })
      await passMinutes(portal, 60)
    }
    expect((await erase()).status).toBe(200)
  })

  it('is listed below the reservation of a car that is inside', async () => {
    const person = await driver(portal)
    const { client } = person
    const inside = await reserve(client, person.vehicleId)
    must(await client.post(`/api/pm_transaction/${inside.token}/pay`, cardBody(cardEndingIn(1))))
    must(await portal.gate().entry({ lot_id: 1, gate: 'E1', plate: person.plate }))
    const other = await reserve(client, await addVehicle(client, freshPlate()))
    portal.clock.forward(20)
    const list = at(must(await client.get('/api/pm_transaction/reserves')).body, 'data')
    expect(Array.isArray(list) && list.map((one) => at(one, 'ws_token'))).toEqual([inside.token, other.token])
  })
})
