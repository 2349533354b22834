import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { minuteMs } from '#kit/clock.ts'
import { smtpMailer } from '#kit/server/mail/mailer.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'
import { bookMoney } from '#test/support/reporting/money.ts'
import { staffMember } from '#test/support/staff.ts'
import { startMailServer } from '#test/support/wire/mailServer.ts'
import { closeDays } from './flow/closeDays.ts'
import { closingMailJob } from './flow/mailClosing.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

/** Goes on to an instant of November 2026 in UTC and closes what is due then. */
async function closeAt(moment: string): Promise<void> {
  const at = new Date(`2026-11-${moment}Z`)
  portal.clock.forward((at.getTime() - portal.clock.now().getTime()) / minuteMs)
  await closeDays(portal.deps.closing)
}

/** The headers of the part with a file name, and its bytes. */
function attachmentOf(mail: string): { headers: string; content: Buffer } {
  const part = mail.split(/\r?\n--/).find((one) => one.includes('Content-Disposition: attachment')) ?? ''
  const [headers = '', body = ''] = part.split(/\r?\n\r?\n/)
  return { headers, content: Buffer.from(body, 'base64') }
}

it('a closing is mailed with its lines as a CSV file like the exported one', async () => {
  await closeAt('26T03:10:00')
  const of = { lot: 1, zone: 'America/Sao_Paulo', at: new Date('2026-11-26T11:00:00Z') }
  await bookMoney(portal.db, { ...of, cents: 700, method: 'pix', acquirer: 'bacen' })
  await bookMoney(portal.db, { ...of, cents: 123_450, brand: 'Master' })
  await closeAt('27T04:10:00')
  await portal.db
    .updateTable('lot')
    .set({ name: 'Garagem "São José"', closing_emails: JSON.stringify(['contador@exemplo.com.br']) })
    .where('id', '=', 1)
    .execute()
  const closing = await portal.db
    .selectFrom('closing')
    .select(['id', 'number'])
    .where('lot_id', '=', 1)
    .where('day', '=', '2026-11-26')
    .executeTakeFirstOrThrow()
  const server = await startMailServer()
  const mailer = smtpMailer(server.url, 'Guichê <guiche@example.com>', pino({ level: 'silent' }))
  await closingMailJob.run({ ...portal.deps.closing, mailer }, { closingId: closing.id })
  mailer.close()
  await server.close()

  const { headers, content } = attachmentOf(server.taken[0] ?? '')
  expect(headers).toContain(`filename=fechamento-${closing.number}-2026-11-26.csv`)
  expect(headers).toMatch(/^Content-Type: text\/csv; charset=utf-8; header=present/im)
  expect([...content.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = content.toString('utf8').slice(1).split('\r\n')
  expect(lines).toEqual([
    '"Estacionamento";"Nº";"Dia";"Seção";"Forma";"Bandeira";"Adquirente";"Quantidade";"Valor"',
    `"Garagem ""São José""";${closing.number};26/11/2026;"Portal";"Crédito";"Mastercard";"cielo";1;1234,50`,
    `"Garagem ""São José""";${closing.number};26/11/2026;"Portal";"Pix";;"bacen";1;7,00`,
    '',
  ])
  const supervisor = await staffMember(portal, 10)
  const file = '/api/staff/exports/closing_lines.csv?lot_id=1&from=2026-11-26&until=2026-11-26'
  const { body } = await supervisor.get(file)
  expect(String(body).replace('\ufeff', '').split('\r\n').toSorted()).toEqual(lines.toSorted())
})
