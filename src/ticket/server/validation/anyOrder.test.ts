import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import type { Gate } from '#test/support/garage/gate.ts'
import { openShop, undone, validate } from '#test/support/garage/shop.ts'
import { openTill, take } from '#test/support/garage/till.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
type Shop = Awaited<ReturnType<typeof openShop>>
let shops: readonly Shop[]
let manager: PortalClient
let gate: Gate
beforeAll(async () => {
  shops = [await openShop(portal), await openShop(portal, 'Padaria Lua'), await openShop(portal, 'Café Mar')]
  manager = await staffMember(portal, 2)
  gate = portal.gate()
  await openTill(manager)
})

const validationsOf = (code: string) =>
  portal.db
    .selectFrom('validation')
    .innerJoin('ticket', 'ticket.id', 'validation.ticket_id')
    .select(['validation.id', 'granted_cents', 'owed_cents', 'share', 'undone_at'])
    .where('ticket.code', '=', code)
    .orderBy('validation.id')
    .execute()
const standFor = async (code: string) =>
  at(must(await manager.get(`/api/staff/tickets/${code}/edit`)).body, 'data')
const dueOf = async (code: string) => Number(at(await standFor(code), 'ticket.value'))

const anyBenefit = fc.oneof(
  fc.record({ kind: fc.constant('minutes' as const), value: fc.integer({ min: 1, max: 400 }) }),
  fc.record({ kind: fc.constant('amount' as const), value: fc.integer({ min: 1, max: 900 }) }),
  fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 99 }) }),
  fc.record({ kind: fc.constant('all' as const), maxCents: fc.constantFrom(null, 300) }),
)
const anyStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('validate' as const),
      shop: fc.nat({ max: 2 }),
      benefit: anyBenefit,
      share: fc.nat({ max: 100 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('undo' as const), nth: fc.nat({ max: 3 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 90 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constantFrom('take' as const, 'card' as const, 'waive' as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('machine' as const), share: fc.constantFrom(0.5, 1, 2) }),
  },
)
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never

async function perform(code: string, step: Step): Promise<void> {
  const due = await dueOf(code)
  switch (step.does) {
    case 'validate': {
      const shop = shops[step.shop]
      if (shop) await validate(portal, code, shop, { ...step.benefit, share: step.share })
      return
    }
    case 'undo': {
      const id = (await validationsOf(code))[step.nth]?.id
      if (id !== undefined) await undone(portal, id)
      return
    }
    case 'wait':
      return portal.clock.forward(step.minutes)
    case 'take':
      if (due > 0) await take(manager, code, { value: due })
      return
    case 'waive':
      if (due > 0) must(await manager.post(`/api/staff/tickets/${code}/waive`, { reason: 'Cortesia' }))
      return
    case 'card': {
      if (due === 0) return
      const client = portal.client()
      must(await pay(client, await openTransaction(client, code), cardEndingIn(1)))
      return
    }
    case 'machine': {
      const amount = Math.round(due * step.share * 100) / 100
      const paid = { code, amount, paid_at: portal.clock.now().toISOString(), method: 'cash' }
      if (amount > 0) must(await gate.payment(paid))
    }
  }
}

describe('validations, payments and undoings in any order', () => {
  it('nothing is below zero, lines sum to what is due, and granted is fixed once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 300 }),
        fc.array(anyStep, { maxLength: 10 }),
        async (minutes, steps) => {
          // The clock has gone on beyond the last login.
          manager = await staffMember(portal, 2)
          const code = await portal.openTicket(minutes)
          const granted = new Map<number, number>()
          for (const step of steps) {
            await perform(code, step)
            const ticket = at(await standFor(code), 'ticket')
            const lines = at(ticket, 'breakdown') as readonly { value: number }[]
            const value = Number(at(ticket, 'value'))
            expect(value).toBeGreaterThanOrEqual(0)
            const sumCents = lines.reduce((sum, line) => sum + Math.round(line.value * 100), 0)
            if (lines.length > 0) expect(sumCents).toBe(Math.round(value * 100))
            for (const { id, granted_cents: cents, owed_cents: owed, share } of await validationsOf(code)) {
              if (granted.has(id)) expect(cents).toBe(granted.get(id))
              if (cents !== null) granted.set(id, cents)
              expect(owed).toBe(cents === null ? null : Math.floor((cents * share) / 100))
            }
          }
          must(await gate.exit({ lot_id: 1, gate: 'S1', code }))
          await manager.post(`/api/staff/tickets/${code}/exit`, { reason: 'Já tinha saído', left: true })
          const left = await validationsOf(code)
          expect(left.every((one) => one.granted_cents !== null || one.undone_at !== null)).toBe(true)
          expect(left.filter((one) => one.granted_cents !== null)).toEqual(
            expect.arrayContaining([...granted.keys()].map((id) => expect.objectContaining({ id }))),
          )
        },
      ),
      { numRuns: 25 },
    )
  })
})

describe('at once', () => {
  it('a take, a card and a validation: at most one keeps money, and none is lost', async () => {
    for (let round = 0; round < 8; round += 1) {
      const code = await portal.openTicket(130)
      const client = portal.client()
      const token = await openTransaction(client, code)
      const [shop] = shops
      if (!shop) throw new Error('no shop')
      const [taken, paid, given] = await Promise.all([
        take(manager, code, { value: 7 }),
        pay(client, token, cardEndingIn(1)),
        validate(portal, code, shop, { kind: 'minutes', value: 120 }),
      ])
      await portal.runJobs()
      const isCharged = at(paid.body, 'data.ok') === true
      const kept = [taken.status === 201, isCharged].filter(Boolean)
      expect(kept.length).toBeLessThanOrEqual(1)
      if (kept.length === 1) expect(given).toEqual(expect.any(String))
      else expect(given).toMatchObject({ stay: { dueCents: 100 } })
    }
  })
})
