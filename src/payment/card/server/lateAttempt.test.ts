import { describe, expect, it } from 'vitest'
import { acquirersOf } from '#app/server/start.ts'
import { atTheBank, authenticateOnly, payAtBank } from '#test/support/bank.ts'
import { at, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { delayedAnswers } from '#test/support/wire/delayedAnswers.ts'

const answers = delayedAnswers()
const portal = portalOfFile({
  acquirerTimeoutMs: 25_000,
  acquirers: (cielo, bacen) => acquirersOf(answers.of(cielo), bacen),
})

/** A debit payment of R$ 7,00 at the bank's page. */
async function atTheBanksPage() {
  const client = portal.client()
  const code = await portal.openTicket(130)
  const token = await openTransaction(client, code, 2)
  const authUrl = textAt(must(await payAtBank(portal, client, token, cardEndingIn(1))).body, 'data.authUrl')
  const read = async () => must(await client.get(`/api/pm_transaction/${token}`)).body
  const sales = async () =>
    (await portal.simulator.ledger()).filter(({ order_id }) => order_id.startsWith(token))
  const kept = async () => (await sales()).reduce((sum, sale) => sum + sale.captured - sale.voided, 0)
  return {
    client,
    code,
    token,
    authUrl,
    kept,
    sales,
    state: async () => at(await read(), 'data.state'),
    read,
  }
}

type Scene = Awaited<ReturnType<typeof atTheBanksPage>>

/** Abandoned at the bank, then paid by credit at the current price. */
async function paidByCreditInstead({ client, code, token, authUrl }: Scene): Promise<void> {
  await atTheBank(portal, authUrl, 'abandoned')
  expect(await openTransaction(client, code, 1)).toBe(token)
  expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
}

describe('an attempt that captures money after its payment continued', () => {
  it('at an earlier price: reversed, the payment stays paid at its own', async () => {
    const scene = await atTheBanksPage()
    portal.clock.forward(55)
    await paidByCreditInstead(scene)
    expect(at(await scene.read(), 'data.value')).toBe(8)
    await atTheBank(portal, scene.authUrl, 'authenticated')
    await portal.runJobs()
    expect(await scene.state()).toBe('captured')
    expect(await scene.kept()).toBe(800)
    await expectInvariants(portal)
  })

  it('at an earlier price, nothing else paid: reversed, and not shown as paid', async () => {
    const scene = await atTheBanksPage()
    await atTheBank(portal, scene.authUrl, 'abandoned')
    portal.clock.forward(55)
    await openTransaction(scene.client, scene.code, 1)
    await atTheBank(portal, scene.authUrl, 'authenticated')
    expect(at(await scene.read(), 'data.reason')).toMatch(/valor do ticket mudou/)
    await portal.runJobs()
    expect(await scene.state()).toBe('refunded')
    expect(await scene.kept()).toBe(0)
    await expectInvariants(portal)
  })

  it('at an earlier price, another session paid meanwhile: reversed as already paid', async () => {
    const scene = await atTheBanksPage()
    await atTheBank(portal, scene.authUrl, 'abandoned')
    portal.clock.forward(55)
    await openTransaction(scene.client, scene.code, 1)
    const other = portal.client()
    const otherToken = await openTransaction(other, scene.code, 1)
    expect(at(must(await pay(other, otherToken, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    await atTheBank(portal, scene.authUrl, 'authenticated')
    expect(at(await scene.read(), 'data.reason')).toMatch(/já estava pago/)
    await portal.runJobs()
    expect(await scene.kept()).toBe(0)
    await expectInvariants(portal)
  })

  it('without a webhook: the janitor finds and reverses it', async () => {
    const scene = await atTheBanksPage()
    await paidByCreditInstead(scene)
    await authenticateOnly(scene.authUrl)
    expect(await scene.kept()).toBe(1400)
    portal.clock.forward(20)
    await portal.sweep()
    await portal.runJobs()
    expect(await scene.kept()).toBe(700)
    expect(await scene.state()).toBe('captured')
    await expectInvariants(portal)
  })

  it('a webhook while queries fail: retried until one answers', async () => {
    const scene = await atTheBanksPage()
    await paidByCreditInstead(scene)
    await authenticateOnly(scene.authUrl)
    const [debit] = await scene.sales()
    await portal.simulator.fault('status_500')
    must(
      await scene.client.post(
        '/webhooks/acquirer',
        { PaymentId: debit?.payment_id, ChangeType: 1 },
        { bare: true },
      ),
    )
    await portal.runJobs()
    expect(await scene.kept()).toBe(1400)
    portal.clock.forward(1)
    await portal.runJobs()
    expect(await scene.kept()).toBe(700)
    await expectInvariants(portal)
  })

  it('while a later debit is under way: paid once', async () => {
    const scene = await atTheBanksPage()
    await atTheBank(portal, scene.authUrl, 'abandoned')
    const answer = answers.hold('authorise')
    const later = payAtBank(portal, scene.client, scene.token, cardEndingIn(1))
    await answer.there
    expect(await scene.state()).toBe('authorising')
    await atTheBank(portal, scene.authUrl, 'authenticated')
    expect(await scene.state()).toBe('captured')
    answer.go()
    expect(at(must(await later).body, 'data.ok')).toBe(true)
    expect(await scene.state()).toBe('captured')
    expect(await scene.kept()).toBe(700)
    await expectInvariants(portal)
  })
})

describe('a debit whose first answer was lost', () => {
  it('keeps the bank’s time limit once the challenge is found', async () => {
    const client = portal.client()
    const token = await openTransaction(client, await portal.openTicket(130), 2)
    await portal.simulator.fault('drop_after_commit')
    expect(at((await payAtBank(portal, client, token, cardEndingIn(1))).body, 'data.transaction.state')).toBe(
      'unknown',
    )
    portal.clock.forward(1)
    await portal.sweep()
    const seen = must(await client.get(`/api/pm_transaction/${token}`)).body
    expect(at(seen, 'data.state')).toBe('awaiting_cardholder')
    const again = must(await payAtBank(portal, client, token, cardEndingIn(1))).body
    expect(await atTheBank(portal, textAt(again, 'data.authUrl'), 'authenticated')).toContain('done')
    await expectInvariants(portal)
  })
})

describe('a payment that has used up its attempts', () => {
  it('is replaced by a new one when the ticket is opened again', async () => {
    const client = portal.client()
    const code = await portal.openTicket(130)
    const token = await openTransaction(client, code)
    for (let n = 0; n < 5; n += 1) must(await pay(client, token, cardEndingIn(2)))
    expect((await pay(client, token, cardEndingIn(1))).status).toBe(429)
    const fresh = await openTransaction(client, code)
    expect(fresh).not.toBe(token)
    expect(at(must(await pay(client, fresh, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    await expectInvariants(portal)
  })
})

describe('a payment that waits for the bank', () => {
  it('is answered when the same session opens a payment again', async () => {
    const { client, code, token } = await atTheBanksPage()
    expect(await openTransaction(client, code, 1)).toBe(token)
  })

  it('cannot be cancelled while its money is being refunded', async () => {
    const scene = await atTheBanksPage()
    await atTheBank(portal, scene.authUrl, 'abandoned')
    portal.clock.forward(55)
    await openTransaction(scene.client, scene.code, 1)
    await atTheBank(portal, scene.authUrl, 'authenticated')
    expect(await scene.client.post(`/api/pm_transaction/${scene.token}/cancelPayment`)).toMatchObject({
      status: 409,
      body: { code: 'payment_final', data: { ws_token: scene.token } },
    })
    await expectInvariants(portal)
  })
})

describe('characters that no keyboard types', () => {
  it.each(['a\u0000b', 'a\ud800b'])('are refused at their field: %j', async (name) => {
    const client = portal.client()
    const answer = await client.post('/api/account/set_account', {
      name,
      email: 'maria@exemplo.com.br',
      phone: '(41) 99876-5432',
      cpfcnpj: '529.982.247-25',
    })
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { name: ['Há caracteres que não podem ser usados.'] } },
    })
  })

  it('in an address get an answer in Portuguese', async () => {
    const reply = await fetch(`${portal.url}/api/pm_transaction/%zz`)
    expect([reply.status, await reply.json()]).toEqual([
      400,
      { status: 400, code: 'invalid', message: 'Não foi possível ler os dados enviados.' },
    ])
  })

  it('in a token are refused or not found, never a server error', async () => {
    const answer = await portal.client().get(`/api/pm_transaction/${'%00'.repeat(17)}`)
    expect([404, 422]).toContain(answer.status)
  })
})
