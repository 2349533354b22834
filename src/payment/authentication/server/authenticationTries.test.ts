import { describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay, payAuthenticated, payDebit } from '#test/support/flow.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { authenticationOutcomes } from '../../method/authenticationOutcomes.ts'
import { maxAuthenticationOpenings } from '../../limits.ts'

const portal = portalOfFile()

let cards = 0
const freshVisa = () => cardEndingIn(1, (cards += 1))

async function asked() {
  const client = portal.client()
  const token = await openTransaction(client, await portal.openTicket(130), 2)
  const visa = freshVisa()
  must(await pay(client, token, visa))
  const read = async () => at(must(await client.get(`/api/pm_transaction/${token}`)).body, 'data')
  const sales = async () =>
    (await portal.simulator.ledger()).filter(({ order_id }) => order_id.startsWith(token))
  return { client, token, visa, read, sales }
}

/** The rate limit keys of a payment's attempts. */
const counted = async (token: string) => {
  const rows = await portal.db
    .selectFrom('rate_mark')
    .innerJoin('attempt', 'attempt.id', 'rate_mark.attempt_id')
    .innerJoin('payment', 'payment.id', 'attempt.payment_id')
    .select('rate_mark.kind')
    .where('payment.token', '=', token)
    .orderBy('rate_mark.kind')
    .execute()
  return rows.map(({ kind }) => kind)
}
const allMarks = ['card_address', 'card_number', 'card_person', 'card_visa']

describe('an authentication attempt counts, whatever the page claims', () => {
  it.each(['disabled', 'unsupported_brand', 'down'])('%s: claimed by the page alone', async (result) => {
    const { client, token, visa } = await asked()
    must(await payAuthenticated(client, token, visa, { result }))
    expect(await counted(token)).toEqual(allMarks)
  })

  it('a page with false claims cannot try one card without limit', async () => {
    const client = portal.client()
    const visa = freshVisa()
    const code = await portal.openTicket(130)
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1) {
      const token = await openTransaction(client, code, 2)
      statuses.push((await pay(client, token, visa)).status)
      await payAuthenticated(client, token, visa, { result: 'disabled' })
    }
    expect(statuses.slice(0, 10)).not.toContain(429)
    expect(statuses[10]).toBe(429)
  })

  it('‘down’ does not count as an attempt if the service did not answer the last opening', async () => {
    const document = (client: PortalClient, token: string) => client.get(`/payment/${token}/authenticate`)
    const silent = await asked()
    await document(silent.client, silent.token)
    await portal.simulator.fault('three_ds_down')
    await document(silent.client, silent.token)
    must(await payAuthenticated(silent.client, silent.token, silent.visa, { result: 'down' }))
    expect(await counted(silent.token)).toEqual([])
    const back = await asked()
    await portal.simulator.fault('three_ds_down')
    await document(back.client, back.token)
    await document(back.client, back.token)
    must(await payAuthenticated(back.client, back.token, back.visa, { result: 'down' }))
    expect(await counted(back.token)).toEqual(allMarks)
  })
})

describe('the document in which the acquirer’s script runs', () => {
  const open = async (client: PortalClient, token: string) => {
    const { status, headers, body } = await client.get(`/payment/${token}/authenticate`)
    return { status, headers, text: String(body) }
  }

  it('is its own document: its policy, the payer’s data, no card, a token of the service', async () => {
    const { client, token, visa } = await asked()
    const { status, headers, text } = await open(client, token)
    expect(status).toBe(200)
    const host = portal.simulator.url
    const policy = headers.get('content-security-policy') ?? ''
    const nonce = /'nonce-(\w+)'/.exec(policy)?.[1]
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'nonce-${nonce}' ${host}`,
      `connect-src ${host}`,
      `frame-src https: ${host}`,
      `form-action https: ${host}`,
      "style-src 'unsafe-inline'",
      'img-src https: data:',
      "base-uri 'none'",
      "frame-ancestors 'self'",
      `report-uri /payment/${token}/authenticate/blocked`,
    ])
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(headers.get('cache-control')).toBe('no-store')
    for (const given of [`value="${token}A1"`, 'value="700"', 'value="Debit"', 'value="5541998765432"'])
      expect(text).toContain(given)
    expect(text).toMatch(/class="bpmpi_accesstoken" value="[\w-]{36}"/)
    expect(text).toContain('class="bpmpi_cardnumber" value=""')
    expect(portal.logs.join()).not.toContain(visa)
  })

  it('is only for the paying session, during the authentication', async () => {
    const { client, token, visa } = await asked()
    const stranger = await open(portal.client(), token)
    expect([stranger.status, stranger.text]).toEqual([404, expect.stringContaining('Nada a autenticar')])
    expect(stranger.text).not.toContain('Maria')
    must(await payAuthenticated(client, token, visa))
    expect((await open(client, token)).status).toBe(404)
    expect((await open(client, 'f'.repeat(32))).status).toBe(404)
  })

  it.each(['x%3B%20script-src-elem%20*', 'x%0Ay', '%00', 'x'])(
    'a path that names no payment: %s',
    async (text) => {
      const client = portal.client()
      const { status, headers } = await open(client, text)
      const policy = headers.get('content-security-policy') ?? ''
      expect([status, policy]).toEqual([
        404,
        expect.stringMatching(/; base-uri 'none'; frame-ancestors 'self'$/),
      ])
      expect(policy).not.toMatch(/elem|report-uri/)
      const report = { 'csp-report': { 'blocked-uri': 'inline', 'violated-directive': 'img-src' } }
      const type = { 'content-type': 'application/csp-report' }
      const told = await client.post(`/payment/${text}/authenticate/blocked`, report, { headers: type })
      expect(told.status).toBe(404)
    },
  )

  it('opens five times; the sixth ends the authentication and counts as a try', async () => {
    const { client, token, visa, read, sales } = await asked()
    for (let n = 0; n < maxAuthenticationOpenings; n += 1)
      expect((await open(client, token)).text).toContain('BP.Mpi.3ds21.min.js')
    const last = await open(client, token)
    expect([last.status, last.text]).toEqual([200, expect.stringContaining('"script":null')])
    expect(await read()).toMatchObject({ state: 'created', reason: authenticationOutcomes.left.text })
    const told = must(await payAuthenticated(client, token, visa, { result: 'down' }))
    expect(at(told.body, 'data')).toMatchObject({ ok: false, reason: authenticationOutcomes.left.text })
    expect([(await open(client, token)).status, await counted(token)]).toEqual([404, allMarks])
    expect(await sales()).toEqual([])
    await expectInvariants(portal)
  })

  it('blocked scripts are logged and mailed, once per host and hour, up to a limit', async () => {
    const { client, token } = await asked()
    const tell = (from: PortalClient, host: string) =>
      from.post(
        `/payment/${token}/authenticate/blocked`,
        { 'csp-report': { 'blocked-uri': `${host}/v1?card=1`, 'violated-directive': 'connect-src' } },
        { headers: { 'content-type': 'application/csp-report' } },
      )
    // Another session.
    await tell(portal.client(), 'https://stranger.example')
    // Invented reports must not hide true ones.
    for (const host of ['made.up', 'songbird.example', 'songbird.example'])
      expect((await tell(client, `https://${host}`)).status).toBe(204)
    const logged = (text: string) => portal.logs.filter((line) => line.includes(text)).length
    expect([logged('made.up'), logged('songbird.example')]).toEqual([1, 1])
    await Promise.all(Array.from({ length: 12 }, (_, n) => tell(client, `https://flood${n}.example`)))
    for (let n = 0; n < 12; n += 1) await tell(client, `https://flood${n}.example`)
    expect(logged('flood')).toBe(3)
    await portal.runJobs()
    const mails = await portal.db
      .selectFrom('mail')
      .select(['subject', 'text'])
      .where('unique_key', 'like', 'blocked-%')
      .orderBy('id')
      .execute()
    expect(mails).toHaveLength(5)
    expect(mails).toContainEqual({
      subject: 'Autenticação do cartão: endereço bloqueado',
      text: expect.stringMatching(
        /qualquer pessoa pode forjar[^]+cielo: https:\/\/songbird\.example \(connect-src\)/,
      ),
    })
    expect(portal.logs.join()).not.toContain('stranger.example')
    expect(portal.logs.join()).not.toContain('card=1')
  })

  it('service down: the document reports it and runs no script', async () => {
    const { client, token, visa } = await asked()
    await portal.simulator.fault('three_ds_down')
    const { status, headers, text } = await open(client, token)
    expect(status).toBe(200)
    expect(text).toContain('"script":null')
    expect(headers.get('content-security-policy')).toContain("connect-src 'none'")
    expect(at(must(await payDebit(client, token, visa)).body, 'data.ok')).toBe(true)
  })
})
