import { beforeEach, expect, it } from 'vitest'
import { dayMs } from '#kit/clock.ts'
import { listStoredMails } from '#kit/server/mail/mailer.ts'
import { recordSaleEvent } from '#payment/server/difference/saleEvents.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { exported } from '#test/support/reporting/exported.ts'
import { bookMoney } from '#test/support/reporting/money.ts'
import { saleActions } from '#test/support/reporting/saleActions.ts'
import { staffMember } from '#test/support/staff.ts'
import { loseOverdueDisputes } from './flow/moveDispute.ts'

// It books payments without attempts.
const portal = portalOfFile({ invariants: false })
let manager: PortalClient
let supervisor: PortalClient
beforeEach(async () => {
  portal.clock.forward(61)
  await signIn()
})

async function signIn(): Promise<void> {
  manager = await staffMember(portal, 2)
  supervisor = await staffMember(portal, 10)
}

const { paid, notify, later, casesOf } = saleActions(() => ({ portal, manager }))
const reason = 'Enviada no site da adquirente'

const disputesOf = async (code: string) =>
  at(must(await supervisor.get(`/api/staff/disputes?q=${code}`)).body, 'data') as { id: number }[]

async function disputed(): Promise<{ id: number; code: string; token: string }> {
  const { token, code } = await paid('chargeback')
  await later(3)
  await notify(token, 7)
  await portal.runJobs()
  const [dispute] = await disputesOf(code)
  return { id: dispute?.id ?? 0, code, token }
}

const move = (id: number, state: string, by = manager) =>
  by.post(`/api/staff/disputes/${id}/state`, { state, reason })
const open = async (id: number, by = manager) =>
  at(must(await by.get(`/api/staff/disputes/${id}/edit`)).body, 'data')

it('a chargeback that is notified twice opens one dispute with a deadline of ten days, and mails staff once', async () => {
  const { code, token, id } = await disputed()
  await notify(token, 7)
  await portal.runJobs()
  expect(await disputesOf(code)).toEqual([
    expect.objectContaining({ ticket: code, kind: 'chargeback', state: 'open', amount: expect.anything() }),
  ])
  const row = await portal.db.selectFrom('dispute').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row.deadline_at?.getTime()).toBe(row.notified_at.getTime() + 10 * dayMs)
  const stored = await listStoredMails(portal.db)
  const mails = stored.filter(({ text }) => text.includes(`/staff/disputes/${id}`))
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('Sem resposta, ela conta como perdida.')
})

it('the evidence has the stay, the sale and the ledger; the CPF is whole for managers only', async () => {
  const { id, code } = await disputed()
  expect(await open(id)).toMatchObject({
    ticket: code,
    evidence: {
      receipt: { code: expect.any(String) },
      stay: { gate: expect.any(String), tariff: expect.stringContaining('versão') },
      ledger: [{ kind: 'capture', amount: { value: 7 } }],
      terms: { version: expect.any(String) },
      payer: { tax_id: expect.not.stringContaining('*') },
      mails: [{ subject: 'Recibo' }],
    },
    can: ['sent', 'accepted'],
  })
  const seen = await open(id, supervisor)
  expect(seen).toMatchObject({ evidence: { payer: { tax_id: expect.stringContaining('***') } }, can: [] })
  expect(String(at(seen, 'evidence.text')).length).toBeLessThanOrEqual(100)
})

it('goes from open to sent to won, each once; its review case closes with the end', async () => {
  const { id, token } = await disputed()
  const refused = { code: 'dispute_state', data: { id, state: expect.any(String) } }
  expect(await move(id, 'won')).toMatchObject({ status: 409, body: refused })
  expect(at(must(await move(id, 'sent')).body, 'data')).toMatchObject({ state: 'sent' })
  expect(await move(id, 'sent')).toMatchObject({ status: 409, body: { code: 'dispute_state' } })
  expect(await casesOf(token)).toMatchObject([{ kind: 'chargeback', closed_at: null }])
  expect(at(must(await move(id, 'won')).body, 'data')).toMatchObject({ state: 'won', can: [], reason })
  expect(await casesOf(token)).toMatchObject([{ kind: 'chargeback', closed_at: expect.any(Date) }])
  expect(await move(999_999, 'sent')).toMatchObject({ status: 404 })
})

it('is lost by the clock a day after its deadline, and not before', async () => {
  const { id, token } = await disputed()
  portal.clock.forward(11 * 24 * 60 - 30)
  await loseOverdueDisputes(portal.deps.dispute)
  await signIn()
  expect(await open(id)).toMatchObject({ state: 'open' })
  portal.clock.forward(30)
  await loseOverdueDisputes(portal.deps.dispute)
  await loseOverdueDisputes(portal.deps.dispute)
  await signIn()
  const history = [{ text: 'Contestação aberta' }, { text: 'Contestação perdida' }]
  expect(await open(id)).toMatchObject({ state: 'lost', history })
  expect(await casesOf(token)).toMatchObject([{ closed_at: expect.any(Date) }])
})

it('a return by MED opens a dispute without a deadline', async () => {
  const now = portal.clock.now()
  const pix = { method: 'pix', acquirer: 'bacen', cents: 700 } as const
  const ledgerId = await bookMoney(portal.db, { lot: 1, zone: 'America/Sao_Paulo', at: now, ...pix })
  const attempt = await portal.db
    .selectFrom('attempt')
    .selectAll('attempt')
    .innerJoin('ledger', 'ledger.attempt_id', 'attempt.id')
    .where('ledger.id', '=', ledgerId)
    .executeTakeFirstOrThrow()
  const event = { kind: 'chargeback', number: 'D1', amountCents: 700, text: 'MED_FRAUDE' } as const
  await recordSaleEvent(portal.db, { attempt, now }, event)
  await recordSaleEvent(portal.db, { attempt, now }, event)
  await portal.runJobs()
  const list = must(await supervisor.get('/api/staff/disputes?q=D1')).body
  expect(at(list, 'data')).toMatchObject([{ kind: 'med', deadline_at: null }])
})

it('the file has the columns of disputes', async () => {
  const { code } = await disputed()
  const rows = await exported(supervisor, 'disputes', `q=${code}`)
  expect(Object.keys(rows[0] ?? {})).toEqual([
    'Avisada', 'Prazo', 'Estacionamento', 'Ticket', 'Protocolo', 'Tipo', 'Situação', 'Valor', 'ECI', 'Motivo',
  ]) // prettier-ignore
  expect(rows).toMatchObject([{ Tipo: 'Contestação (chargeback)', Situação: 'Aberta', Valor: '7,00' }])
})
