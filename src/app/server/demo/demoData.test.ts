import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { customer } from '#test/support/people.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'
import { assertNoDemoData } from '../start.ts'
import { seedDemo } from '#simulators/demo/seed.ts'

let portal: TestPortal
beforeEach(async () => {
  portal = await startPortal()
})
afterEach(() => portal.close())

const seed = ({ db, clock, deps: { payment, log } }: TestPortal) =>
  seedDemo({ db, clock, cardKeys: payment.cardKeys, termsHash: payment.termsHash, simulatorUrl: null, log })
const unmark = ({ db }: TestPortal) => db.deleteFrom('setting').where('key', '=', 'demo').execute()

describe('production', () => {
  const open = async ({ db }: TestPortal) => {
    let closed = false
    const close = async () => void (closed = true)
    const said = await assertNoDemoData({ db, probe: db, kind: 'postgresql', close }).catch(
      (error: unknown) => String(error),
    )
    return { said, closed }
  }

  it('refuses a database with a demo, found by its record or its people', async () => {
    const refused = { said: expect.stringContaining('production refuses to start'), closed: true }
    expect(await open(portal)).toEqual(refused)
    await unmark(portal)
    expect(await open(portal)).toEqual(refused)
    await portal.db
      .updateTable('user_account')
      .set({ email: sql`replace(email, '@demo.guiche.example', '@exemplo.com.br')` })
      .execute()
    expect(await open(portal)).toEqual({ said: undefined, closed: false })
  })
})

describe('the demo', () => {
  it('is reset at start; added rows stay', async () => {
    await customer(portal)
    await portal.openTicket(10)
    expect((await seed(portal)).tickets).toHaveLength(portal.demo.tickets.length)
  })

  it('is not seeded into a database with other tickets or people', async () => {
    await unmark(portal)
    await expect(seed(portal)).rejects.toThrow('DEMO=0')
  })
})
