import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs, addMs } from '#kit/clock.ts'
import { listStoredMails } from '#kit/server/mail/mailer.ts'
import { writeSetting } from '#kit/server/settings.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { customer, freshAddress, mailsTo } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { exported } from '#test/support/reporting/exported.ts'
import { staffMember } from '#test/support/staff.ts'
import { contestKey } from './contestSettings.ts'

const portal = portalOfFile()
let manager: PortalClient
beforeEach(async () => {
  portal.clock.forward(61)
  manager = await staffMember(portal, 2)
})

let nth = 300
/** A ticket of R$ 7,00 that `client` paid by a card of their own; `sender` contests it. */
async function paidBy(client: PortalClient, sender = () => client) {
  const code = await portal.openTicket(125)
  const token = await openTransaction(client, code)
  must(await pay(client, token, cardEndingIn(1, (nth += 1))))
  const path = `/api/pm_transaction/${token}/contest`
  return {
    client,
    code,
    token,
    path,
    contest: (reason: string, more: object = {}) => sender().post(path, { reason, ...more }),
    read: async () => at(must(await client.get(path)).body, 'data'),
    idOf: () => contestIdOf(token),
    keptOf: async () => {
      const { rows } = await sql<{ cents: number }>`
        select sum(case kind when 'capture' then ledger.amount_cents else -ledger.amount_cents end)::int as cents
        from ledger join payment on payment.id = payment_id where token = ${token}`.execute(portal.db)
      return rows[0]?.cents
    },
  }
}

const paid = async () => paidBy((await customer(portal)).client)

/** The token alone gives access to a guest's payment. */
const guestPaid = () => paidBy(portal.client(freshAddress()), () => portal.client(freshAddress()))

async function contestIdOf(token: string): Promise<string> {
  const row = await portal.db
    .selectFrom('contest')
    .innerJoin('payment', 'payment.id', 'payment_id')
    .select('contest.id')
    .where('token', '=', token)
    .executeTakeFirstOrThrow()
  return String(row.id)
}

const machine = (code: string, amount: number) =>
  portal.gate().payment({ code, amount, method: 'cash', paid_at: portal.clock.now().toISOString() })

/** A waiver that was given before the charge and recorded after it. */
async function waivedBefore(code: string, cents: number): Promise<void> {
  const now = portal.clock.now()
  const after = JSON.stringify({ reason: 'Compra na loja', amount_cents: cents })
  await sql`
    with waiver as (
      insert into paid_segment (ticket_id, n, amount_cents, source, paid_at)
      select id, 2, ${cents}, 'waiver', ${portal.clock.minutesAgo(1)} from ticket where code = ${code}
      returning ticket_id
    )
    insert into audit (at, actor, subject, subject_id, action, after)
    select ${now}, 'demo', 'ticket', ticket_id::text, 'waived', ${after} from waiver`.execute(portal.db)
}

const answer = (id: string, body: object, by = manager) => by.post(`/api/staff/contests/${id}/answer`, body)
const words = 'Conferimos as imagens da saída, e a cancela abriu às 12h.'
const mails = async (token: string) =>
  (await listStoredMails(portal.db)).filter(({ text }) => text.includes(token)).map(({ subject }) => subject)

describe('a contest', () => {
  it('waits for staff, is answered once, and is mailed to driver and staff', async () => {
    const { contest, read, path, client, token, idOf } = await paid()
    expect(await read()).toBeNull()
    const opened = await contest('gate_closed', { text: 'Saída 2.\nFiquei dez minutos.' })
    const due = addMs(portal.clock.now(), 7 * dayMs).getTime()
    const contested = {
      protocol: expect.stringMatching(/^P\d{8}$/),
      state: 'open',
      answer: null,
      refunded: null,
    }
    expect(opened).toMatchObject({ status: 201, body: { data: contested } })
    expect(Date.parse(String(at(opened.body, 'data.answer_by')))).toBe(Math.floor(due / 1000) * 1000)
    const open = { code: 'contest_open', data: { state: 'open', reason: 'gate_closed' } }
    expect(await contest('other')).toMatchObject({ status: 409, body: open })
    const id = await idOf()
    await portal.runJobs()
    expect(await mails(token)).toContain('Recebemos a sua reclamação')
    expect(await mails(`/staff/contests/${id}`)).toContain('Nova reclamação: A cancela não abriu')
    expect(await answer(id, { decision: 'declined', answer: 'Não.' })).toMatchObject({ status: 422 })
    must(await answer(id, { decision: 'declined', answer: words }))
    const again = await answer(id, { decision: 'declined', answer: words })
    expect(again).toMatchObject({ status: 409, body: { code: 'contest_state' } })
    await portal.runJobs()
    const sent = (await listStoredMails(portal.db)).map(({ subject, text }) => `${subject} ${text}`)
    expect(sent.join()).toMatch(/Respondemos à sua reclamação[^]*Fale conosco: .*\w+@\w+/)
    expect(await read()).toMatchObject({ state: 'declined', answer: words, can_reopen: true })
    expect(await contest('other')).toMatchObject({ status: 409, body: { code: 'contest_open' } })
    expect((await client.post(`${path}/withdraw`)).body).toMatchObject({ code: 'contest_state' })
  })

  it('is reopened once, within 7 days of the answer', async () => {
    const { contest, idOf, client, path, read, token } = await paid()
    must(await contest('other'))
    const reopen = () => client.post(`${path}/reopen`, { text: 'Tenho o vídeo da saída.' })
    expect(await reopen()).toMatchObject({ status: 409, body: { code: 'contest_state' } })
    const id = await idOf()
    must(await answer(id, { decision: 'declined', answer: words }))
    expect(must(await reopen()).body).toMatchObject({ data: { state: 'open', answer: null } })
    expect(await reopen()).toMatchObject({ status: 409, body: { code: 'contest_state' } })
    await portal.runJobs()
    expect(await mails(token)).toContain('Reabrimos a sua reclamação')
    must(await answer(id, { decision: 'declined', answer: words }))
    expect(await reopen()).toMatchObject({ status: 409, body: { code: 'contest_state' } })
    expect(await read()).toMatchObject({ can_reopen: false })
  })

  it('cannot be reopened after 7 days', async () => {
    const { contest, idOf, path } = await guestPaid()
    must(await contest('other'))
    must(await answer(await idOf(), { decision: 'declined', answer: words }))
    portal.clock.forward(7 * 24 * 60)
    const late = await portal.client().post(`${path}/reopen`, { text: 'Ainda não concordo.' })
    expect(late).toMatchObject({ status: 409, body: { code: 'contest_state' } })
  })

  it('is withdrawn while it is open; another may follow', async () => {
    const { contest, client, path } = await paid()
    must(await contest('other'))
    expect(must(await client.post(`${path}/withdraw`)).body).toMatchObject({ data: { state: 'withdrawn' } })
    expect((await client.post(`${path}/withdraw`)).body).toMatchObject({ code: 'contest_state' })
    expect(await contest('not_mine')).toMatchObject({ status: 201 })
  })

  it('is answered at the e-mail given with it, where the payment has none', async () => {
    const { token, path } = await guestPaid()
    const payer = sql<string>`payer || '{"email": null}'`
    await portal.db.updateTable('payment').set({ payer }).where('token', '=', token).execute()
    must(await portal.client().post(path, { reason: 'other', email: 'bia@exemplo.com.br' }))
    expect(await mailsTo(portal, 'bia@exemplo.com.br')).toHaveLength(1)
  })

  it('needs money that was taken, a known reason, the owner, and time', async () => {
    const { client } = await customer(portal)
    const unpaid = await openTransaction(client, await portal.openTicket(125))
    const refused = await client.post(`/api/pm_transaction/${unpaid}/contest`, { reason: 'other' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'nothing_taken' } })
    const mine = await paid()
    expect((await mine.contest('because')).status).toBe(422)
    expect((await mine.contest('other', { text: 'x'.repeat(1001) })).status).toBe(422)
    expect((await client.get(mine.path)).status).toBe(404)
    expect((await client.post(mine.path, { reason: 'other' })).status).toBe(404)
    const guest = await guestPaid()
    portal.clock.forward(90 * 24 * 60)
    const over = { code: 'contest_over', data: { contact: { email: expect.any(String) } } }
    expect(await guest.contest('other')).toMatchObject({ status: 410, body: over })
  })
})

describe('a contest that the ledger proves is refunded at once', () => {
  it('charged_twice: the case’s sum; done with the refund, and never again', async () => {
    const { contest, code, read, keptOf, token, idOf } = await paid()
    must(await machine(code, 7))
    const accepted = must(await contest('charged_twice'))
    expect(accepted.body).toMatchObject({ data: { state: 'accepted', refunded: { value: 7 } } })
    await portal.runJobs()
    expect(await read()).toMatchObject({ state: 'done', refunded: { value: 7 } })
    expect(await keptOf()).toBe(0)
    expect(await mails(token)).toContain('A sua reclamação foi aceita')
    const file = must(await manager.get(`/api/staff/contests/${await idOf()}/edit`)).body
    expect(file).toMatchObject({
      data: {
        rule: 'Pago também em máquina ou caixa',
        can_answer: false,
        history: [
          { text: 'Reclamação recebida', who: 'Cliente' },
          { text: 'Reclamação aceita', who: 'Regra do portal', amount: { value: 7 } },
          { text: 'Reclamação encerrada', who: 'Adquirente' },
        ],
      },
    })
    const trail = portal.db.selectFrom('audit').select('after').where('subject', '=', 'contest')
    const accept = await trail
      .where('action', '=', 'accepted')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const rows = expect.stringMatching(/^review_case \d+$/)
    expect(accept.after).toMatchObject({ rule: 'paid_twice', rows })
    const message = expect.stringMatching(/^Este pagamento foi devolvido ao seu cartão em [\d/]{10}\.$/)
    expect(await contest('other')).toMatchObject({ status: 409, body: { code: 'nothing_taken', message } })
  })

  it('wrong_price: a stamp of R$ 1,00 that was given before the charge', async () => {
    const { contest, code, keptOf } = await paid()
    await waivedBefore(code, 100)
    expect(must(await contest('wrong_price')).body).toMatchObject({
      data: { state: 'accepted', refunded: { value: 1 }, answer: expect.stringContaining('1,00 voltam') },
    })
    await portal.runJobs()
    expect(await keptOf()).toBe(600)
  })

  it('wrong_price: a right price goes to staff, as does any reason without a rule', async () => {
    for (const reason of ['wrong_price', 'charged_twice', 'gate_closed', 'not_mine', 'other'])
      expect(must(await (await paid()).contest(reason)).body).toMatchObject({ data: { state: 'open' } })
  })

  it('not above the operator’s limit', async () => {
    const set = (autoCents: number) => writeSetting(portal.db, contestKey, { autoCents }, portal.clock.now())
    await set(699)
    const { contest, code } = await paid()
    must(await machine(code, 7))
    expect(must(await contest('charged_twice')).body).toMatchObject({ data: { state: 'open' } })
    await set(5000)
  })
})

describe('staff', () => {
  it('see the list, oldest first, and the evidence; supervisors do not answer', async () => {
    const { contest, code, idOf } = await paid()
    must(await portal.gate().exit({ code, lot_id: 2, gate: 'S9' }))
    must(await portal.gate().exit({ code, lot_id: 1, gate: 'S1' }))
    must(await contest('gate_closed', { text: 'A cancela não abriu.' }))
    const id = await idOf()
    const supervisor = await staffMember(portal, 10)
    const open = at(must(await supervisor.get('/api/staff/contests?state=open')).body, 'data')
    const ids = (open as { id: number }[]).map((row) => row.id)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(must(await supervisor.get(`/api/staff/contests/${id}/edit`)).body).toMatchObject({
      data: {
        text: 'A cancela não abriu.',
        days_left: 7,
        kept: { value: 7 },
        can_answer: false,
        evidence: {
          ledger: [{ kind: 'capture', amount: { value: 7 } }],
          price: { total: { value: 7 }, due: { value: 7 }, lines: expect.anything() },
          stay: { exited_at: expect.any(String) },
          gate: [{ gate: 'S9' }, { gate: 'S1', text: 'abriu' }],
        },
      },
    })
    expect((await answer(id, { decision: 'accepted', answer: 'Sim.' }, supervisor)).status).toBe(403)
    const today = must(await supervisor.get('/api/staff/today')).body
    expect(Number(at(today, 'data.waiting.contests.value'))).toBeGreaterThan(0)
    const rows = await exported(supervisor, 'contests', `q=Ticket: ${code}`)
    expect(Object.keys(rows[0] ?? {})).toEqual([
      'Aberta', 'Estacionamento', 'Ticket', 'Protocolo', 'Motivo', 'Situação', 'Responder até', 'Respondida', 'Devolvido',
    ]) // prettier-ignore
  })

  it('accept with a refund of what is kept at most; two at once give one answer', async () => {
    const { contest, idOf, read, keptOf } = await paid()
    must(await contest('other'))
    const id = await idOf()
    const accept = (value: number) =>
      answer(id, { decision: 'accepted', value, extra_paid: 2.5, answer: 'Você tem razão.' })
    expect(await accept(7.01)).toMatchObject({ status: 422, body: { errors: { value: expect.anything() } } })
    const both = await Promise.all([accept(2), accept(2)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await portal.runJobs()
    expect(await read()).toMatchObject({ state: 'done', refunded: { value: 2 }, answer: 'Você tem razão.' })
    expect(await keptOf()).toBe(500)
    expect(must(await manager.get(`/api/staff/contests/${id}/edit`)).body).toMatchObject({
      data: { extra_paid: { value: 2.5 }, evidence: { refunds: [{ amount: { value: 2 } }] } },
    })
  })

  it('accept without a refund, which ends the contest', async () => {
    const { contest, idOf, read } = await paid()
    must(await contest('other'))
    const decision = { decision: 'accepted', answer: 'Pagamos por fora.', extra_paid: '7,00' }
    must(await answer(await idOf(), decision))
    expect(await read()).toMatchObject({ state: 'done', refunded: null })
  })

  it('get a contest back whose refund the acquirer refused', async () => {
    const { contest, idOf, read } = await paid()
    must(await contest('other'))
    const id = await idOf()
    await portal.simulator.fault('void_55')
    must(await answer(id, { decision: 'accepted', value: 7, answer: 'Devolvemos.' }))
    await portal.runJobs()
    expect(await read()).toMatchObject({ state: 'open', refunded: null })
    expect(await mails(`/staff/contests/${id}`)).toContain('A devolução de uma reclamação foi recusada')
  })

  it('cannot accept while a refund is in progress', async () => {
    const { contest, idOf, token, read } = await paid()
    must(await contest('other'))
    const id = await idOf()
    const accept = () => answer(id, { decision: 'accepted', value: 1, answer: 'Devolvemos.' })
    await portal.simulator.fault('drop_before_commit')
    const some = { value: 2, kept: 7, reason: 'Pedido do cliente' }
    must(await manager.post(`/api/staff/transactions/${token}/refund`, some))
    expect(await accept()).toMatchObject({ status: 409, body: { code: 'refund_in_flight' } })
    expect(await read()).toMatchObject({ state: 'open' })
  })

  it('cannot refund a payment that was refunded already', async () => {
    const { contest, idOf, token } = await paid()
    must(await contest('other'))
    const id = await idOf()
    const all = { value: 7, kept: 7, reason: 'Pedido do cliente' }
    must(await manager.post(`/api/staff/transactions/${token}/refund`, all))
    await portal.runJobs()
    const refused = await answer(id, { decision: 'accepted', value: 1, answer: 'Devolvemos.' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'not_refundable' } })
  })
})

it('no mail of a contest names a person, a CPF or a card, and no log line has what was written', async () => {
  const all = (await listStoredMails(portal.db)).filter(({ text }) => /contesta|reclama/i.test(text))
  expect(all.length).toBeGreaterThan(5)
  for (const { text, subject } of all)
    expect(`${subject} ${text}`).not.toMatch(/Maria|Joana|\d{3}\.\d{3}\.\d{3}|final \d{4}/)
  const logs = portal.logs.join('\n')
  const payments = await portal.db.selectFrom('payment').select('token').execute()
  for (const { token } of payments) expect(logs).not.toContain(token)
  expect(logs).not.toMatch(/dez minutos|vídeo da saída|imagens da saída|Maria|@exemplo/)
})
