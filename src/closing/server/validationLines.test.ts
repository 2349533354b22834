import { beforeAll, describe, expect, it } from 'vitest'
import { addMs, isoIn, minuteMs } from '#kit/clock.ts'
import { nextDay } from '#kit/calendar.ts'
import { startOfDay } from '#kit/localInstant.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { openShop, type Shop, validate } from '#test/support/partner/partner.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'
import { closeDays } from './flow/closeDays.ts'

const zone = 'America/Sao_Paulo'
const portal = portalOfFile()
let manager: PortalClient
let shop: Shop
let today: string

/** Sets the clock to a local time of a day, which ends logins, and closes what is due then. */
async function goTo(day: string, minutes: number): Promise<void> {
  const then = addMs(startOfDay(day, zone), minutes * minuteMs)
  portal.clock.forward((then.getTime() - portal.clock.now().getTime()) / minuteMs)
  await closeDays(portal.deps.closing)
  manager = await staffMember(portal, 2)
}

/** A validated ticket of 130 minutes; where it is waived, the validation is fixed. */
async function give(nth: number, isFixed = true): Promise<void> {
  const code = await portal.openTicket(130)
  must(await validate(shop, code, nth))
  if (isFixed) must(await manager.post(`/api/staff/tickets/${code}/waive`, { reason: 'Pedido do cliente' }))
}

type Line = { section: string; count: number; value: number }
const validationLines = (closing: unknown) =>
  (at(closing, 'lines') as Line[])
    .filter(({ section }) => section === 'validation')
    .map(({ count, value }) => [count, value])
const closingsOf = async (day: string) =>
  must(await manager.get(`/api/staff/closings?lot_id=1&from=${day}&until=${day}`)).body

beforeAll(async () => {
  today = nextDay(isoIn(zone, portal.clock.now()).slice(0, 10))
  await goTo(today, 10 * 60)
  shop = await openShop(portal, manager)
  await give(0)
  await give(1)
  await give(0, false)
})

describe('validations', () => {
  it('that were fixed are counted by the day of their fixing, outside the total', async () => {
    const preview = must(await manager.get('/api/staff/closings/preview?lot_id=1')).body
    expect(validationLines(at(preview, 'data'))).toEqual([[2, 9.5]])
    expect(at(preview, 'data.totals')).toMatchObject({ validated: 9.5, total: 0 })
  })

  it('are closed once no transaction may fix another', async () => {
    // PGlite has one connection, on which a day cannot be closed beside a transaction.
    if (portal.deps.database.kind !== 'embedded') {
      const other = await portal.db.startTransaction().execute()
      await other.selectFrom('ticket').select('id').limit(1).forNoKeyUpdate().execute()
      await goTo(nextDay(today), 2 * 60)
      expect(at(await closingsOf(today), 'data')).toEqual([])
      await other.rollback().execute()
    }
    await goTo(nextDay(today), 3 * 60)
    const closingId = String(at(await closingsOf(today), 'data.0.id'))
    const closing = must(await manager.get(`/api/staff/closings/${closingId}/edit`)).body
    expect(validationLines(at(closing, 'data'))).toEqual([[2, 9.5]])
  })
})
