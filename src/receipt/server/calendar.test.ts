import { beforeAll, expect, it } from 'vitest'
import { textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { reserved, setReserve } from '#test/support/garage/reserve.ts'
import { customer } from '#test/support/people.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { readCalendarFile } from '#test/support/reporting/readCalendarFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile({ publicUrl: 'https://guiche.example:8443' })
beforeAll(async () => {
  await setReserve(portal, {})
})

type Client = ReturnType<TestPortal['client']>
const ask = (client: Client, token: string) => client.get(`/api/pm_transaction/${token}/calendar.ics`)

async function eventOf(client: Client, token: string) {
  const { body, headers } = must(await ask(client, token))
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.ics"$/)
  return readCalendarFile(Buffer.from(String(body)))
}

async function paid() {
  const client = portal.client()
  const code = await portal.openTicket(130)
  const token = await openTransaction(client, code)
  must(await pay(client, token, cardEndingIn(1)))
  return { client, code, token }
}

const utcText = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, '')

it('a paid ticket has an event until its exit deadline; a later deadline has a higher SEQUENCE', async () => {
  const { client, code, token } = await paid()
  const event = await eventOf(client, token)
  const paidAt = portal.clock.now()
  const until = new Date(paidAt.getTime() + 15 * 60_000)
  expect(event.get('VEVENT.UID')).toMatch(/^P\d{8}-1@guiche\.example:8443$/)
  expect(event.get('VEVENT.DTSTART')).toBe(utcText(paidAt))
  expect(event.get('VEVENT.DTEND')).toBe(utcText(until))
  expect(event.get('VEVENT.SUMMARY')).toBe('Sair até 12:15 - Garagem Centro')
  expect(event.get('VALARM.TRIGGER')).toBe('-PT5M')
  expect((await eventOf(client, token)).get('VEVENT.SEQUENCE')).toBe(event.get('VEVENT.SEQUENCE'))

  portal.clock.forward(80)
  expect(await ask(client, token)).toMatchObject({
    status: 409,
    body: { code: 'nothing_to_remind', message: 'Não há prazo de saída para lembrar.' },
  })
  const desk = await staffMember(portal, 10)
  must(await desk.post(`/api/staff/tickets/${code}/waive`, { reason: 'Cancela sem sinal' }))
  const moved = await eventOf(client, token)
  expect(moved.get('VEVENT.UID')).toBe(event.get('VEVENT.UID'))
  expect(Number(moved.get('VEVENT.SEQUENCE'))).toBeGreaterThan(Number(event.get('VEVENT.SEQUENCE')))

  const out = { lot_id: 1, code, gate: 'S1', exited_at: portal.clock.now().toISOString() }
  must(await portal.gate().exit(out))
  expect(await ask(client, token)).toMatchObject({ status: 410, body: { code: 'ticket_exited' } })
})

it('an unpaid ticket has no event; a payment of another person, or an unknown one, is 404', async () => {
  const client = portal.client()
  const token = await openTransaction(client, await portal.openTicket(130))
  expect(await ask(client, token)).toMatchObject({ status: 409, body: { code: 'nothing_to_remind' } })
  expect((await ask(client, 'f'.repeat(32))).status).toBe(404)
  const space = await reserved(portal)
  expect((await ask((await customer(portal)).client, space.token)).status).toBe(404)
})

it('a reserved space has an event until the latest arrival, an hour before which it reminds', async () => {
  const { client, token, read, cancel } = await reserved(portal)
  const event = await eventOf(client, token)
  const until = textAt(must(await read()).body, 'data.reserve.arrive_until')
  expect(event.get('VEVENT.DTEND')).toBe(utcText(new Date(until)))
  expect(event.get('VEVENT.SUMMARY')).toBe(`Chegar até ${until.slice(11, 16)} - Garagem Centro`)
  expect(event.get('VALARM.TRIGGER')).toBe('-PT1H')
  must(await cancel())
  expect((await ask(client, token)).status).toBe(409)
})

it('a reservation whose hold was released at a free exit has an event until that exit’s deadline', async () => {
  const { client, token, plate, read, confirm } = await reserved(portal, 1)
  must(await portal.gate().entry({ lot_id: 1, gate: 'E1', plate }))
  portal.clock.forward(5)
  must(await confirm())
  const { body } = must(await read())
  expect(textAt(body, 'data.state')).toBe('voided')
  const until = new Date(textAt(body, 'data.reserve.exit_until'))
  const event = await eventOf(client, token)
  expect(event.get('VEVENT.DTEND')).toBe(utcText(until))
  expect(event.get('VEVENT.SUMMARY')).toMatch(/^Sair até \d\d:\d\d - Garagem Centro$/)
  expect(event.get('VEVENT.UID')).toBe(`${textAt(body, 'data.calendar.id')}@guiche.example:8443`)
  expect(textAt(body, 'data.calendar.lot')).toBe('Garagem Centro')
})
