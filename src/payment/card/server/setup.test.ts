import { createServer } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Acquirer } from '#acquirer/acquirer.ts'
import { refusalCauses } from '#acquirer/causes.ts'
import { cieloAcquirer } from '#acquirer/server/cielo/cielo.ts'
import { startSimulator } from '#simulators/cielo/simulator.ts'
import { simulatedMerchant } from '#simulators/cielo/merchant.ts'
import { checkAcquirers } from '#app/server/start.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { simulatorControls } from '#test/support/simulatorControls.ts'
import { staffMember } from '#test/support/staff.ts'
import { listen } from '#test/support/wire/listen.ts'

/** An acquirer with two hosts, and its adapter. */
let simulator: Awaited<ReturnType<typeof startSimulator>>
let configured: Acquirer
let manager: PortalClient

function adapter(wrong: { merchantKey?: string; transactionUrl?: string; queryUrl?: string } = {}): Acquirer {
  return cieloAcquirer({
    transactionUrl: simulator.url,
    queryUrl: simulator.queryUrl,
    ...simulatedMerchant,
    softDescriptor: 'X',
    timeoutMs: 2_000,
    clock: { now: () => portal.clock.now() },
    ...wrong,
  })
}

beforeAll(async () => {
  simulator = await startSimulator({ port: 0, queryPort: 0 })
})
afterAll(() => simulator.close())
const portal = portalOfFile({
  books: { ledger: () => simulatorControls(simulator.url).ledger() },
  acquirers: (cielo) => {
    configured = cielo
    const asConfigured: Acquirer = {
      ...cielo,
      authorise: (request) => configured.authorise(request),
      findByOrderKey: (orderKey) => configured.findByOrderKey(orderKey),
      findByReference: (reference) => configured.findByReference(reference),
      checkQueries: () => configured.checkQueries(),
    }
    return { all: { cielo: asConfigured }, defaultName: 'cielo' }
  },
})
beforeEach(async () => {
  configured = adapter()
  portal.clock.forward(61)
  manager = await staffMember(portal, 2)
})

const later = 'Pagamento indisponível no momento. Tente mais tarde.'

async function driver() {
  const client = portal.client()
  const code = await portal.openTicket(125)
  return { client, code, token: await openTransaction(client, code) }
}

const leave = async (code: string) => (await portal.gate().exit({ lot_id: 1, gate: 'S1', code })).body

async function waiting(): Promise<{ id: unknown; kind: unknown; state: unknown }[]> {
  const rows = at(must(await manager.get('/api/staff/transactions?state=waiting&per_page=100')).body, 'data')
  const all = Array.isArray(rows) ? rows : []
  return all.map((row) => ({ id: at(row, 'id'), kind: at(row, 'case.kind'), state: at(row, 'state') }))
}

/** Mails of a kind in this minute. */
const mails = async (like: string) =>
  portal.db
    .selectFrom('mail')
    .select(['recipient', 'subject', 'text'])
    .where('unique_key', 'like', like)
    .where('at', '>=', portal.clock.minutesAgo(1))
    .execute()

describe('a shop with a wrong setup', () => {
  it.each([
    ['with a wrong merchant key', '401', () => (configured = adapter({ merchantKey: 'K'.repeat(40) }))],
    ['with a 001 for every sale', '001', () => simulatorControls(simulator.url).fault('status0_001', 7)],
  ] as const)(
    '%s: drivers see a reason, no limit counts the refusal, staff get one case and a mail',
    async (...row) => {
      const [, code, spoil] = row
      await spoil()
      const one = await driver()
      // More tries than a payment or card has.
      for (let n = 0; n < 6; n += 1) {
        const told = must(await pay(one.client, one.token, cardEndingIn(1))).body
        expect(at(told, 'data')).toMatchObject({
          ok: false,
          needs_reload: false,
          reason: later,
          transaction: { state: 'created' },
        })
        expect(at(told, 'data.transaction.attempts_left')).toBeGreaterThan(0)
      }
      const other = await driver()
      expect(at(must(await pay(other.client, other.token, cardEndingIn(1))).body, 'data.reason')).toBe(later)
      expect(await leave(one.code)).toMatchObject({ open: false, due: 7 })

      await portal.runJobs()
      expect(await waiting()).toEqual([{ id: one.token, kind: 'acquirer_setup', state: 'created' }])
      const attempts = at(must(await manager.get(`/api/staff/transactions/${one.token}/edit`)).body, 'data')
      expect(attempts).toMatchObject({ cases: [{ kind: 'acquirer_setup' }] })
      expect(JSON.stringify(attempts)).toContain(`"${code}"`)
      const told = await mails('alert-acquirer_setup-%')
      expect(told).toMatchObject([{ subject: 'Adquirente recusa a loja: 1 caso em análise' }])
      expect(told[0]?.text).toContain('npm run setup -- --check')

      // After the fix the next sale is approved and the case closes.
      configured = adapter()
      expect(at(must(await pay(other.client, other.token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
      expect(await leave(other.code)).toMatchObject({ open: true })
      await portal.sweep()
      expect(await waiting()).toEqual([])
    },
  )

  it('refused again after an approved sale: the case stays until the next approval, regardless of clocks', async () => {
    const tried = async (wrong: { merchantKey?: string }) => {
      configured = adapter(wrong)
      const { client, token } = await driver()
      await pay(client, token, cardEndingIn(1, 40))
    }
    const broken = { merchantKey: 'K'.repeat(40) }
    await tried(broken)
    await tried({})
    await tried(broken)
    // The clock of the instance that opened the case was two minutes ahead.
    const ahead = sql<Date>`review_case.opened_at + interval '2 minutes'`
    await portal.db
      .updateTable('review_case')
      .set({ opened_at: ahead })
      .where('closed_at', 'is', null)
      .execute()
    await portal.sweep()
    expect(await waiting()).toMatchObject([{ kind: 'acquirer_setup' }])
    await tried({})
    await portal.sweep()
    expect(await waiting()).toEqual([])
  })
})

describe('an unlisted refusal code', () => {
  /** 'Customer Address State length exceeded' concerns the payer's data. */
  const body = JSON.stringify([{ Code: 152, Message: 'x' }])
  const refusing = createServer((_request, response) => response.writeHead(400).end(body))
  afterAll(() => refusing.close())

  it('counts as a refusal and opens no case; one mail an hour', async () => {
    const port = await listen(refusing)
    configured = adapter({ transactionUrl: `http://127.0.0.1:${port}` })
    const { client, token } = await driver()
    const left: unknown[] = []
    for (let n = 0; n < 5; n += 1) {
      const told = must(await pay(client, token, cardEndingIn(1, 7))).body
      expect(at(told, 'data')).toMatchObject({ ok: false, reason: refusalCauses.unlisted.text })
      left.push(at(told, 'data.transaction.attempts_left'))
    }
    expect(left).toEqual([4, 3, 2, 1, 0])
    expect((await pay(client, token, cardEndingIn(1, 7))).body).toMatchObject({ code: 'too_many_attempts' })
    await portal.runJobs()
    const told = await mails('unlisted-cielo-%')
    expect(told).toMatchObject([{ subject: 'Recusa com código desconhecido' }])
    expect(told[0]?.text).toContain('cielo: 152')
    expect(await waiting()).toEqual([])
  })
})

describe('a wrong query host', () => {
  it('drivers pay; the operator gets a mail at start; a lost answer waits and is not charged twice', async () => {
    configured = adapter({ queryUrl: simulator.url.replace('127.0.0.1', 'localhost') })
    await checkAcquirers(portal.deps)
    await portal.runJobs()
    const told = await mails('doubt-cielo-%')
    expect(told).toMatchObject([{ subject: 'Consultas à adquirente não confiáveis' }])
    expect(told[0]?.text).toContain('npm run setup -- --check')

    const one = await driver()
    expect(at(must(await pay(one.client, one.token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    expect(await leave(one.code)).toMatchObject({ open: true })
    expect(await waiting()).toEqual([])

    const lost = await driver()
    await simulatorControls(simulator.url).fault('drop_after_commit')
    expect(at(must(await pay(lost.client, lost.token, cardEndingIn(1))).body, 'data')).toMatchObject({
      ok: false,
      needs_reload: true,
      reason: 'Estamos confirmando o pagamento com o banco. Não pague de novo.',
    })
    for (let minute = 0; minute < 3; minute += 1) {
      portal.clock.forward(1)
      await portal.expireLeases()
      await portal.sweep()
      await portal.runJobs()
    }
    expect(await waiting()).toMatchObject([{ id: lost.token, state: 'unknown' }])
    expect(await leave(lost.code)).toMatchObject({ open: false })
    configured = adapter()
    portal.clock.forward(5)
    await portal.sweep()
    expect(await leave(lost.code)).toMatchObject({ open: true })
    const sales = await simulatorControls(simulator.url).ledger()
    expect(sales.filter(({ order_id }) => order_id.startsWith(lost.token))).toMatchObject([{ captured: 700 }])
  })
})
