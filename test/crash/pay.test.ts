import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, pay } from '#test/support/flow.ts'
import { until } from '#test/support/process.ts'
import { again } from './again.ts'
import { setStage } from './stage.ts'

type Stage = Awaited<ReturnType<typeof setStage>>

let stage: Stage
afterEach(() => stage.close())

/** The state of a payment as a customer who comes back sees it. */
async function stateOf(client: PortalClient, token: string): Promise<unknown> {
  return at(must(await client.get(`/api/pm_transaction/${token}`)).body, 'data.state')
}

describe.each(['embedded', 'postgresql'] as const)('killed while paying (%s)', (database) => {
  beforeEach(async () => {
    stage = await setStage(database)
  })

  it('before the acquirer heard of it: nothing is charged, and it can be paid again', async () => {
    const { client, token } = await stage.customer(await stage.start())
    const reached = stage.tap.pause({ method: 'POST', point: 'before' })
    const paying = pay(client, token, cardEndingIn(1)).catch(() => 'died')
    await reached
    await stage.kill()
    expect(await paying).toBe('died')

    const back = again(client, await stage.start())
    await until('payable again', async () => (await stateOf(back, token)) === 'created')
    expect(at(must(await pay(back, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    expect((await stage.simulator.ledger()).filter(({ captured }) => captured > 0)).toHaveLength(1)
    await stage.expectInvariants()
  })

  it('after the acquirer took the money, before the answer is stored: settled as paid, once', async () => {
    const { client, token } = await stage.customer(await stage.start())
    const reached = stage.tap.pause({ method: 'POST', point: 'after' })
    const paying = pay(client, token, cardEndingIn(1)).catch(() => 'died')
    await reached
    await stage.kill()
    expect(await paying).toBe('died')

    const back = again(client, await stage.start())
    await until('settled', async () => (await stateOf(back, token)) === 'captured')
    expect(at(must(await pay(back, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    expect(await stage.simulator.ledger()).toHaveLength(1)
    await until('receipt', async () => JSON.stringify((await back.get('/dev/mail')).body).includes('Recibo'))
    const { mails } = await stage.expectInvariants()
    expect(mails).toHaveLength(1)
  })
})

describe('killed inside the last commit (postgresql)', () => {
  beforeEach(async () => {
    stage = await setStage('postgresql')
  })

  it('after the answer, before the commit: settled as paid, once', async () => {
    const { client, token } = await stage.customer(await stage.start())
    const block = await stage.block('paid_segment')
    const paying = pay(client, token, cardEndingIn(1)).catch(() => 'died')
    await until('the commit waits', block.waiting)
    await stage.kill()
    expect(await paying).toBe('died')
    await block.free()

    const back = again(client, await stage.start())
    await until('settled', async () => (await stateOf(back, token)) === 'captured')
    expect(await stage.simulator.ledger()).toHaveLength(1)
    await stage.expectInvariants()
  })

  it('after the commit, before the e-mail: the receipt is sent once', async () => {
    const { client, token } = await stage.customer(await stage.start())
    const block = await stage.block('mail')
    expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    await until('the mail waits', block.waiting)
    await stage.kill()
    await block.free()

    await stage.start()
    await stage.releaseLeases()
    const mails = async () => (await stage.mails()).length
    await until('receipt', async () => (await mails()) > 0)
    expect((await stage.expectInvariants()).mails).toHaveLength(1)
  })

  it('while giving a late capture back: it goes back once', async () => {
    const { client, code, token } = await stage.customer(await stage.start())
    const reachedSale = stage.tap.pause({ method: 'POST', point: 'after' })
    const paying = pay(client, token, cardEndingIn(1)).catch(() => 'died')
    await reachedSale
    await stage.kill()
    await paying
    await stage.payAtMachine(code)

    const reachedVoid = stage.tap.pause({ method: 'PUT', point: 'after' })
    await stage.start()
    await reachedVoid
    await stage.kill()

    const back = again(client, await stage.start())
    await stage.releaseLeases()
    await until('given back', async () => (await stateOf(back, token)) === 'refunded')
    const [sale] = await stage.simulator.ledger()
    expect(sale).toMatchObject({ captured: 700, voided: 700 })
    await stage.expectInvariants()
  })
})

describe('stopping in order', () => {
  it('lets the running payment finish, and exits with 0', async () => {
    stage = await setStage('embedded')
    const { client, token } = await stage.customer(await stage.start())
    const reached = stage.tap.pause({ method: 'POST', point: 'before' })
    const paying = pay(client, token, cardEndingIn(1)).catch(() => 'died')
    await reached
    const code = await stage.stop()
    expect(code).toBe(0)
    expect(await paying).toMatchObject({ status: 200, body: { data: { ok: false, needs_reload: true } } })
  })
})
