import { beforeAll, describe, expect, it } from 'vitest'
import { at, type Answer, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import type { Gate } from '#test/support/garage/gate.ts'
import { freshPlate } from '#test/support/garage/reserve.ts'
import { staffMember } from '#test/support/staff.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()
let gate: Gate
beforeAll(async () => {
  gate = portal.gate()
})

const ago = (minutes: number) => portal.clock.minutesAgo(minutes).toISOString()
const entered = async (plate: string, minutes: number) =>
  textAt(must(await gate.entry({ lot_id: 1, gate: 'E1', plate, entered_at: ago(minutes) })).body, 'code')
const leaves = (plate: string, minutes: number): Promise<Answer> =>
  gate.exit({ lot_id: 1, gate: 'S1', plate, at: ago(minutes) })
const pays = (code: string, amount: number) => gate.payment({ code, amount, paid_at: ago(0), method: 'cash' })

describe('a plate at the exit finds the visit of that instant', () => {
  it('reported for an earlier visit without an entrance: unknown, and the car inside keeps its ticket', async () => {
    const plate = freshPlate()
    const code = await entered(plate, 60)
    expect((await leaves(plate, 120)).body).toMatchObject({ open: false, reason: 'not_found' })
    expect((await leaves(plate, 0)).body).toMatchObject({ open: false, reason: 'due', due: 6, code })
    const missing = await entered(plate, 130)
    expect((await leaves(plate, 120)).body).toMatchObject({ open: true, reason: 'free', code: missing })
  })

  it('repeated with another key after the car has come back: unknown, and the new visit continues', async () => {
    const plate = freshPlate()
    const first = await entered(plate, 200)
    expect((await leaves(plate, 190)).body).toMatchObject({ open: true, code: first })
    const code = await entered(plate, 60)
    expect((await leaves(plate, 190)).body).toMatchObject({ open: false, reason: 'not_found' })
    expect((await leaves(plate, 0)).body).toMatchObject({ open: false, reason: 'due', code })
  })

  it('of a car with two entrances is not accepted: the gate asks for the ticket, and a late report ends the visit of its instant', async () => {
    const plate = freshPlate()
    const code = await entered(plate, 60)
    const earlier = await entered(plate, 300)
    must(await pays(code, 6))
    expect((await leaves(plate, 0)).body).toMatchObject({ open: false, reason: 'ask_ticket' })
    expect((await leaves(plate, 290)).body).toMatchObject({ open: true, reason: 'free', code: earlier })
    expect((await leaves(plate, 0)).body).toMatchObject({ open: true, reason: 'paid', code })
  })

  it('at a gate whose clock lags by a few minutes', async () => {
    const plate = freshPlate()
    const code = await entered(plate, 2)
    expect((await leaves(plate, 7)).body).toMatchObject({ open: true, reason: 'free', code })
  })

  it('opens for the replacement of a lost ticket; afterwards no such car is inside', async () => {
    const plate = freshPlate()
    const lost = await entered(plate, 20)
    const manager = await staffMember(portal, 2)
    const replaced = must(
      await manager.post(`/api/staff/tickets/${lost}/replace`, { reason: 'Perdeu o ticket' }),
    )
    const { body } = await leaves(plate, 0)
    expect(body).toMatchObject({ open: true, code: at(replaced.body, 'data.id') })
    expect((await leaves(plate, 0)).body).toMatchObject({ open: false, reason: 'not_found' })
  })
})
