import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '#kit/clock.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardBody, cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { reserved } from '#test/support/garage/reserve.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'
import { secondAcquirer } from '#test/support/secondAcquirer.ts'

const second = secondAcquirer()
let manager: PortalClient
/** `null`: the acquirer's own answer. */
let changes: 'refused' | 'unknown' | null = null
/** Runs while the acquirer's answer to a void is in transit. */
let meanwhile: () => Promise<unknown> = async () => {}
const { acquirer } = second
const told = (reference: string) => {
  if (changes === 'refused')
    return { outcome: changes, reference, returnCode: '43', cause: 'merchant' } as const
  return { outcome: 'unknown', reference, detail: 'silent' } as const
}
const stubborn = {
  ...acquirer,
  void: async (change: Parameters<typeof acquirer.void>[0]) => {
    const made = changes ? told(change.reference) : await acquirer.void(change)
    await meanwhile()
    return made
  },
  capture: (change: Parameters<typeof acquirer.capture>[0]) =>
    changes ? Promise.resolve(told(change.reference)) : acquirer.capture(change),
  refund: (change: Parameters<typeof acquirer.refund>[0]) =>
    changes ? Promise.resolve(told(change.reference)) : acquirer.refund(change),
}
const portal = portalOfFile({
  books: second,
  acquirers: () => ({ all: { second: stubborn }, defaultName: 'second' }),
})
beforeEach(async () => {
  changes = null
  meanwhile = async () => {}
  // The hour of the last mail is over.
  portal.clock.forward(61)
  // A login of staff ends after twelve.
  manager = await staffMember(portal, 2)
})

const base = '/api/staff/transactions'
const reason = 'Conferido no extrato'
const open = async (token: string) => at(must(await manager.get(`${base}/${token}/edit`)).body, 'data')
const decide = async (token: string, decision: string, n = 1, value = 7) =>
  manager.post(`${base}/${token}/attempts/${n}`, { decision, reason, value })

async function queued(token: string): Promise<unknown> {
  const rows = at(must(await manager.get(`${base}?state=waiting&per_page=100`)).body, 'data')
  return Array.isArray(rows) ? rows.find((row) => at(row, 'id') === token) : undefined
}

async function paid() {
  const client = portal.client()
  const code = await portal.openTicket(125)
  const token = await openTransaction(client, code)
  expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
  return { client, code, token }
}

const machine = (code: string, minutesAgo = 0) =>
  portal.gate().payment({
    code,
    amount: 7,
    method: 'cash',
    paid_at: portal.clock.minutesAgo(minutesAgo).toISOString(),
  })

const alerts = async () =>
  (
    await portal.db
      .selectFrom('mail')
      .select(['recipient', 'subject', 'text'])
      .where('unique_key', 'like', 'alert-%')
      .where('at', '>=', portal.clock.minutesAgo(1))
      .execute()
  ).map(({ subject }) => subject)

describe('paid by card, and at a machine whose report is late', () => {
  it.each([
    ['still inside', async () => {}],
    ['gone', async (code: string) => must(await portal.gate().exit({ lot_id: 1, gate: 'S1', code }))],
  ])('%s: a case with its sum in the queue, and a mail to every admin', async (_where, leave) => {
    const { code, token } = await paid()
    await leave(code)
    must(await machine(code, 3))
    await portal.runJobs()
    expect(await queued(token)).toMatchObject({ case: { kind: 'paid_twice', amount: { value: 7 } } })
    expect(await open(token)).toMatchObject({
      state: 'captured',
      attempts: [{ can: ['accept', 'give_back'] }],
    })
    expect(await alerts()).toEqual(['Pago também em máquina ou caixa: 1 caso em análise'])
    must(await decide(token, 'accept'))
  })

  it('accepted: both stay, and the case is closed', async () => {
    const { code, token } = await paid()
    must(await machine(code))
    expect(at(must(await decide(token, 'accept')).body, 'data')).toMatchObject({
      state: 'captured',
      cases: [],
    })
    expect(await queued(token)).toBeUndefined()
    expect(await decide(token, 'accept')).toMatchObject({ status: 409, body: { code: 'nothing_to_decide' } })
  })

  it('refunded: the card gets it back, once, and the stay stays paid', async () => {
    const { code, client, token } = await paid()
    must(await machine(code))
    const answers = await Promise.all([decide(token, 'give_back'), decide(token, 'accept')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    if (answers[0].status !== 200) return
    await portal.runJobs()
    expect(await open(token)).toMatchObject({ state: 'refunded', kept: { value: 0 }, cases: [] })
    const read = must(await client.post('/api/tk_ticket/read', { code }))
    expect(at(read.body, 'data.ticket.state')).toBe('paid')
  })

  it('is closed by an ordinary refund of the payment', async () => {
    const { code, token } = await paid()
    must(await machine(code))
    must(await manager.post(`${base}/${token}/refund`, { value: 7, kept: 7, reason }))
    await portal.runJobs()
    expect(await queued(token)).toBeUndefined()
  })

  it.each([
    ['given back', (token: string) => decide(token, 'give_back')],
    ['refunded', (token: string) => manager.post(`${base}/${token}/refund`, { value: 7, kept: 7, reason })],
  ])('%s, which the acquirer refuses: the case stays open', async (_how, ask) => {
    const { code, token } = await paid()
    must(await machine(code))
    changes = 'refused'
    must(await ask(token))
    await portal.runJobs()
    expect(await open(token)).toMatchObject({
      state: 'captured',
      refunds: [{ state: 'refused' }],
      cases: [{ kind: 'paid_twice' }],
      attempts: [{ can: ['accept', 'give_back'] }],
    })
    must(await decide(token, 'accept'))
    expect(await queued(token)).toBeUndefined()
  })

  it('is a case during a partial refund too, until all of it is refunded', async () => {
    const { code, token } = await paid()
    changes = 'unknown'
    must(await manager.post(`${base}/${token}/refund`, { value: 2, kept: 7, reason }))
    must(await machine(code))
    expect(await open(token)).toMatchObject({ state: 'refunding', cases: [{ kind: 'paid_twice' }] })
    changes = null
    await portal.expireLeases()
    portal.clock.forward(31)
    await portal.runJobs()
    expect(await open(token)).toMatchObject({
      state: 'partly_refunded',
      cases: [{ kind: 'paid_twice' }],
      attempts: [{ can: ['accept', 'give_back'] }],
    })
    must(await decide(token, 'give_back', 1, 5))
    await portal.runJobs()
    expect(await queued(token)).toBeUndefined()
  })

  it('ends with a payment that was being refunded wholly', async () => {
    const { code, token } = await paid()
    changes = 'unknown'
    must(await manager.post(`${base}/${token}/refund`, { value: 7, kept: 7, reason }))
    must(await machine(code))
    expect(await open(token)).toMatchObject({ state: 'refunding', cases: [{ kind: 'paid_twice' }] })
    changes = null
    await portal.expireLeases()
    portal.clock.forward(31)
    await portal.runJobs()
    expect(await open(token)).toMatchObject({ state: 'refunded', cases: [] })
  })

  it('ends with the next check when the payment was refunded wholly just before', async () => {
    const [gone, kept] = [await paid(), await paid()]
    must(await manager.post(`${base}/${gone.token}/refund`, { value: 7, kept: 7, reason }))
    await portal.runJobs()
    await sql`insert into review_case (payment_id, kind, amount_cents, opened_at)
      select id, 'paid_twice', 700, ${portal.clock.now()} from payment
      where token in (${gone.token}, ${kept.token})`.execute(portal.db)
    await portal.sweep()
    expect(await open(gone.token)).toMatchObject({ state: 'refunded', cases: [] })
    expect(await open(kept.token)).toMatchObject({ state: 'captured', cases: [{ kind: 'paid_twice' }] })
    must(await decide(kept.token, 'accept'))
  })

  it('a machine paid twice, without the portal, is not a case', async () => {
    const code = await portal.openTicket(125)
    must(await machine(code))
    must(await machine(code))
    await portal.runJobs()
    expect(await alerts()).toEqual([])
  })
})

it('money paid on a replaced ticket counts for its successor, however often it was replaced', async () => {
  const code = await portal.openTicket(125)
  const replaced = async (old: string) => {
    const answer = await manager.post(`/api/staff/tickets/${old}/replace`, { reason: 'Perdeu o ticket' })
    return String(at(must(answer).body, 'data.id'))
  }
  const last = await replaced(await replaced(code))
  must(await machine(code))
  const read = at(must(await portal.client().post('/api/tk_ticket/read', { code: last })).body, 'data.ticket')
  expect(read).toMatchObject({ state: 'paid' })
})

describe('recipients of alerts', () => {
  const settings = '/api/staff/settings'
  const set = async (change: object) => {
    const { alertEmail: _, ...stored } = Object(at(must(await manager.get(`${settings}/edit`)).body, 'data'))
    return manager.change('PUT', settings, { ...stored, ...change })
  }
  const told = async () => {
    portal.clock.forward(61)
    const { code, token } = await paid()
    must(await machine(code))
    await portal.runJobs()
    const mails = await portal.db
      .selectFrom('mail')
      .select('recipient')
      .where('unique_key', 'like', 'alert-%')
      .where('at', '>=', portal.clock.minutesAgo(1))
      .execute()
    return { recipients: mails.map(({ recipient }) => recipient), token }
  }

  it('are the address of the settings, else every admin; /metrics counts the open cases', async () => {
    expect(await set({ alertEmail: 'plantao' })).toMatchObject({ status: 422 })
    must(await set({ alertEmail: ' Plantao@Garagem.example ' }))
    expect((await told()).recipients).toEqual(['plantao@garagem.example'])
    must(await set({}))
    const { recipients, token } = await told()
    expect(recipients).toEqual(['plantao@garagem.example'])
    must(await set({ alertEmail: '' }))
    const admin = portal.demo.staff?.find(({ level }) => level === 1)
    expect((await told()).recipients).toEqual([admin?.email])

    const counted = async () =>
      Number(/what="review_case"\} (\d+)/.exec(await (await fetch(`${portal.url}/metrics`)).text())?.[1])
    const open = await counted()
    expect(open).toBeGreaterThanOrEqual(3)
    must(await decide(token, 'accept'))
    await expect.poll(counted).toBe(open - 1)
  })
})

describe('a payment older than its limit', () => {
  const after = async (ms: number) => {
    portal.clock.forward(ms / minuteMs)
    for (let rounds = 0; rounds < 2; rounds += 1) {
      await portal.sweep()
      await portal.runJobs()
    }
    // A login of staff ends after twelve hours.
    manager = await staffMember(portal, 2)
  }

  async function stuckGiveBack(told: 'refused' | 'unknown') {
    const client = portal.client()
    const code = await portal.openTicket(125)
    const token = await openTransaction(client, code)
    second.waitForPayer({
      nextAction: { type: 'url', url: 'https://bank' },
      expiresAt: portal.clock.minutesAgo(-15),
    })
    must(await pay(client, token, cardEndingIn(1)))
    second.waitForPayer(null)
    // The commit of the machine's payment wakes this job.
    second.payAll()
    changes = told
    must(await machine(code))
    await after(0)
    expect(await open(token)).toMatchObject({ state: 'refunding', attempts: [{ state: 'giving_back' }] })
    return token
  }

  it('a refused reversal is a case at once, retried without end, and done when possible', async () => {
    const token = await stuckGiveBack('refused')
    expect(await queued(token)).toMatchObject({ case: { kind: 'late_give_back', amount: { value: 7 } } })
    expect(await alerts()).toEqual(['Devolução que não se completa: 1 caso em análise'])
    for (let days = 0; days < 4; days += 1) await after(24 * hourMs)
    expect(await queued(token)).toMatchObject({ case: { kind: 'late_give_back' } })
    changes = null
    await after(24 * hourMs)
    expect(await open(token)).toMatchObject({ state: 'refunded', cases: [] })
  })

  it('a reversal without an answer is a case after a day, and staff may retry', async () => {
    const token = await stuckGiveBack('unknown')
    expect(at(await open(token), 'cases')).toEqual([])
    await after(25 * hourMs)
    expect(await queued(token)).toMatchObject({ case: { kind: 'late_give_back' } })
    changes = null
    must(await decide(token, 'again'))
    await portal.runJobs()
    await portal.sweep()
    expect(await open(token)).toMatchObject({ state: 'refunded', cases: [] })
  })

  it.each([
    ['does not know', 'unknown', { kept: { value: 7 }, attempts: [{ state: 'kept', can: [] }] }],
    ['refuses', 'refused', { kept: { value: 7 }, attempts: [{ state: 'kept', can: [] }] }],
    ['gives it back', null, { kept: { value: 0 }, attempts: [{ state: 'given_back' }] }],
  ] as const)(
    'one that staff accept while the acquirer %s stays as it is, without a case',
    async (_, told, is) => {
      const token = await stuckGiveBack('unknown')
      changes = told
      meanwhile = async () => must(await decide(token, 'accept'))
      await after(hourMs)
      expect(await alerts()).toEqual([])
      expect(await open(token)).toMatchObject({ state: 'refunded', cases: [], ...is })
      changes = null
      await after(24 * hourMs)
      expect(await open(token)).toMatchObject({ state: 'refunded', cases: [], ...is })
    },
  )

  it('a hold without a purpose is released after 15 minutes, and the driver may pay', async () => {
    const client = portal.client()
    const token = await openTransaction(client, await portal.openTicket(125))
    second.waitForPayer({
      nextAction: { type: 'url', url: 'https://bank' },
      expiresAt: portal.clock.minutesAgo(-2),
    })
    must(await pay(client, token, cardEndingIn(1)))
    second.waitForPayer(null)
    const [{ order_key }] = at(await open(token), 'attempts') as [{ order_key: string }]
    const sale = second.sale(order_key)
    if (sale) sale.open = null
    await after(3 * minuteMs)
    expect(at(await open(token), 'state')).toBe('unknown')
    await after(13 * minuteMs)
    expect(await open(token)).toMatchObject({ state: 'created', attempts: [{ state: 'given_back' }] })
    expect(sale).toMatchObject({ captured: 0, voided: 700 })
    must(await client.post(`/api/pm_transaction/${token}/pay`, cardBody(cardEndingIn(1))))
    expect(at(await open(token), 'state')).toBe('captured')
  })

  it('a refused refund leaves money, ledger and payment as they were, and may be requested again', async () => {
    const { token } = await paid()
    const ask = () => manager.post(`${base}/${token}/refund`, { value: 3, kept: 7, reason })
    changes = 'refused'
    expect(at(must(await ask()).body, 'data')).toMatchObject({
      state: 'captured',
      kept: { value: 7 },
      ledger: [{ kind: 'capture', amount: { value: 7 } }],
      refunds: [{ state: 'refused', return_code: '43' }],
      can: { refund: true },
    })
    changes = null
    expect(at(must(await ask()).body, 'data')).toMatchObject({ state: 'partly_refunded', kept: { value: 4 } })
  })

  it('a refund without an answer is a case after a day', async () => {
    const { token } = await paid()
    changes = 'unknown'
    must(await manager.post(`${base}/${token}/refund`, { value: 3, kept: 7, reason }))
    await after(25 * hourMs)
    expect(await queued(token)).toMatchObject({ case: { kind: 'late_refund', amount: { value: 3 } } })
    changes = null
    await portal.expireLeases()
    await after(hourMs)
    expect(await open(token)).toMatchObject({ state: 'partly_refunded', cases: [] })
  })

  it.each(['again', 'give_back'] as const)(
    'a hold that does not end is a case after an hour: %s',
    async (decision) => {
      const car = await reserved(portal)
      changes = 'refused'
      await car.cancel()
      expect(at(await open(car.token), 'state')).toBe('authorised')
      await after(61 * minuteMs)
      expect(await queued(car.token)).toMatchObject({ case: { kind: 'late_ending', amount: { value: 50 } } })
      changes = null
      must(await decide(car.token, decision))
      await after(minuteMs)
      const ends = { again: 'captured', give_back: 'voided' }[decision]
      expect(await open(car.token)).toMatchObject({ state: ends, cases: [] })
    },
  )
})
