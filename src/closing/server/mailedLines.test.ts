import pino from 'pino'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isoIn, minuteMs } from '#kit/clock.ts'
import { type Mailer, smtpMailer } from '#kit/server/mail/mailer.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { bookMoney } from '#test/support/reporting/money.ts'
import { staffMember } from '#test/support/staff.ts'
import { type MailServer, startMailServer } from '#test/support/wire/mailServer.ts'
import { closeDays } from './flow/closeDays.ts'
import { closingMailJob } from './flow/mailClosing.ts'

// It books payments without attempts.
const portal = portalOfFile({ invariants: false })
let server: MailServer
let mailer: Mailer
let closing: { id: number; number: number }
let supervisor: PortalClient
beforeAll(async () => {
  server = await startMailServer()
  mailer = smtpMailer(server.url, 'Guichê <guiche@example.com>', pino({ level: 'silent' }))
  await closeAt('26T03:10:00')
  const of = { lot: 1, zone: 'America/Sao_Paulo', at: new Date('2026-11-26T11:00:00Z') }
  await bookMoney(portal.db, { ...of, cents: 700, method: 'pix', acquirer: 'bacen' })
  await bookMoney(portal.db, { ...of, cents: 123_450, brand: 'Master' })
  await closeAt('27T04:10:00')
  await portal.db
    .updateTable('lot')
    .set({ name: 'Garagem "São José"', closing_emails: JSON.stringify(recipients) })
    .where('id', '=', 1)
    .execute()
  closing = await portal.db
    .selectFrom('closing')
    .select(['id', 'number'])
    .where('lot_id', '=', 1)
    .where('day', '=', '2026-11-26')
    .executeTakeFirstOrThrow()
  supervisor = await staffMember(portal, 10)
})
afterAll(async () => {
  mailer.close()
  await server.close()
})

const recipients = ['contador@exemplo.com.br', 'maria@exemplo.com.br']

/** Runs the job as the queue does. */
async function mail(request?: string): Promise<void> {
  const operator = async () => ({ name: 'Garagens São José Ltda', cnpj: '11222333000181' })
  const payload = { closingId: closing.id, ...(request !== undefined && { request }) }
  await closingMailJob.run({ ...portal.deps.closing, mailer, operator }, payload)
}

/** Goes on to an instant of November 2026 in UTC and closes what is due then. */
async function closeAt(moment: string): Promise<void> {
  const at = new Date(`2026-11-${moment}Z`)
  portal.clock.forward((at.getTime() - portal.clock.now().getTime()) / minuteMs)
  await closeDays(portal.deps.closing)
}

/** The headers of the first part that has this header, and its bytes. */
function partOf(mail: string, header: string): { headers: string; content: Buffer } {
  const part = mail.split(/\r?\n--/).find((one) => one.includes(header)) ?? ''
  const [headers = '', body = ''] = part.split(/\r?\n\r?\n/)
  return { headers, content: Buffer.from(body, 'base64') }
}

it('a closing is mailed with its lines as a CSV file like the exported one', async () => {
  await mail('first')
  const { headers, content } = partOf(server.taken[0] ?? '', 'Content-Disposition: attachment')
  expect(headers).toContain(`filename=fechamento-garagem-sao-jose-${closing.number}-2026-11-26.csv`)
  expect(headers).toMatch(/^Content-Type: text\/csv; charset=utf-8; header=present/im)
  expect([...content.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = content.toString('utf8').slice(1).split('\r\n')
  expect(lines).toEqual([
    '"Estacionamento";"Nº";"Dia";"Seção";"Forma";"Bandeira";"Adquirente";"Quantidade";"Valor"',
    `"Garagem ""São José""";${closing.number};26/11/2026;"Portal";"Crédito";"Mastercard";"cielo";1;1234,50`,
    `"Garagem ""São José""";${closing.number};26/11/2026;"Portal";"Pix";;"bacen";1;7,00`,
    '',
  ])
  const file = '/api/staff/exports/closing_lines.csv?lot_id=1&from=2026-11-26&until=2026-11-26'
  const { body } = await supervisor.get(file)
  expect(String(body).replace('\ufeff', '').split('\r\n').toSorted()).toEqual(lines.toSorted())
})

it('the mail names the operator with the CNPJ, the car park and the sums, as text and as HTML', async () => {
  await mail('second')
  const sent = server.taken.at(-1) ?? ''
  for (const type of ['text/plain', 'text/html']) {
    const text = partOf(sent, `Content-Type: ${type}`).content.toString('utf8')
    expect(text).toContain('Garagens São José Ltda, CNPJ 11.222.333/0001-81')
    expect(text).toContain(`São José`)
    expect(text).toContain(`Fechamento nº ${closing.number} de 26/11/2026`)
    expect(text).toContain('R$ 1.241,50')
  }
})

describe('the closing’s page', () => {
  const mails = async () => {
    const { body } = must(await supervisor.get(`/api/staff/closings/${closing.id}/edit`))
    return [at(body, 'data.mails')].flat().slice(before)
  }
  let before = 0
  beforeEach(async () => {
    portal.clock.forward(10)
    before = 0
    before = (await mails()).length
  })

  it('says to whom and when each mail was accepted, a repeat once', async () => {
    const now = () => isoIn('America/Sao_Paulo', portal.clock.now())
    const first = now()
    await mail()
    portal.clock.forward(10)
    await mail()
    await mail('1795000000000')
    const sent = [first, now()].flatMap((time) => recipients.map((to) => ({ to, at: time })))
    expect(await mails()).toEqual(sent)
  })

  it('leaves out a recipient that the mail server refused', async () => {
    server.refuse('550 5.1.1 <maria@exemplo.com.br>: user unknown')
    await mail('refused')
    server.refuse('451 4.7.1 <maria@exemplo.com.br>: greylisted')
    await expect(mail('postponed')).rejects.toThrow('mail not sent')
    server.refuse(null)
    expect(await mails()).toMatchObject([{ to: recipients[0] }, { to: recipients[0] }])
  })

  it.each([
    'update closing_mail set recipient = recipient',
    'delete from closing_mail',
    'truncate closing_mail',
  ])('cannot be changed: "%s"', async (statement) => {
    await expect(sql.raw(statement).execute(portal.db)).rejects.toThrow('insert-only')
  })
})
