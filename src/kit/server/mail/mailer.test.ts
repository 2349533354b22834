import pino from 'pino'
import { afterEach, expect, it } from 'vitest'
import { type MailServer, startMailServer } from '#test/support/wire/mailServer.ts'
import { type Mailer, parseSender, smtpMailer } from './mailer.ts'

let server: MailServer | null = null
let mailer: Mailer | null = null
afterEach(async () => {
  mailer?.close()
  await server?.close()
})

const subject = 'Recibo do estacionamento: R$ 7,00, sair até 22/11/2026 10:40 — é só mostrar na saída'
const mail = { to: 'maria@example.com', subject, html: '<p>Sair até</p>', text: 'Sair até\r\n.\r\n' }

async function open(from = 'Guichê <guiche@example.com>') {
  server = await startMailServer()
  const warnings: object[] = []
  const log = { warn: (detail: object) => void warnings.push(detail) }
  mailer = smtpMailer(server.url, from, log)
  return { server, mailer, warnings }
}

it('successive mails use one connection', async () => {
  const { server, mailer } = await open()
  for (const key of ['a', 'b', 'c']) await mailer.send(key, mail)
  expect(server.names()).toEqual(['<a@example.com>', '<b@example.com>', '<c@example.com>'])
  expect(server.lines()).toBe(1)
})

it('a connection closed by the server is replaced, and the mail is sent once', async () => {
  const { server, mailer } = await open()
  await mailer.send('a', mail)
  await server.hangUp()
  await mailer.send('b', mail)
  expect(server.names()).toEqual(['<a@example.com>', '<b@example.com>'])
  expect(server.lines()).toBe(2)
})

it('a mail whose connection breaks fails, and the next has a new connection', async () => {
  const { server, mailer } = await open()
  await mailer.send('a', mail)
  server.breakNext()
  await expect(mailer.send('b', mail)).rejects.toThrow(/^mail not sent: E(CONNECTION|SOCKET)/)
  await mailer.send('c', mail)
  expect(server.names()).toEqual(['<a@example.com>', '<c@example.com>'])
  expect(server.lines()).toBe(2)
})

it('a mail has sender, recipient and images', async () => {
  const { server, mailer } = await open()
  const picture = { cid: 'code', type: 'image/png', content: Uint8Array.of(1, 2, 3) } as const
  await mailer.send('a', { ...mail, images: [picture] })
  const [text = ''] = server.taken
  expect(text).toMatch(/^From: .*<guiche@example\.com>$/m)
  expect(text).toMatch(/^To: maria@example\.com$/m)
  expect(text).toMatch(/^Content-ID: <code>$/im)
  expect(text).toContain(Buffer.from(picture.content).toString('base64'))
})

it('a mail has text and HTML in lines that every server accepts', async () => {
  const { server, mailer } = await open()
  const html = `<p>${'Sair até as 10:40, é só mostrar. '.repeat(300)}</p>\n<p>fim</p>`
  await mailer.send('a', { ...mail, html })
  const [taken = ''] = server.taken
  expect(taken.split('\n').filter((line) => line.length > 76 && !line.includes(':'))).toEqual([])
  const boundary = /^Content-Type: multipart\/alternative;\s+boundary="([^"]+)"$/m.exec(taken)?.[1]
  const [, ...parts] = taken.split(`--${boundary}`)
  const read = parts.slice(0, -1).map((part) => {
    const [headers = '', body = ''] = part.split('\n\n')
    expect(headers).toMatch(/^Content-Transfer-Encoding: base64$/m)
    return [/^Content-Type: (.*)$/m.exec(headers)?.[1], Buffer.from(body, 'base64').toString()]
  })
  expect(read).toEqual([
    ['text/plain; charset=utf-8', mail.text],
    ['text/html; charset=utf-8', html.replaceAll('\n', '\r\n')],
  ])
})

it.each(['maria@example.com>\r\nRCPT TO:<other@example.com', 'maria@example.com, other@example.com'])(
  'only the named recipient gets the mail: %j',
  async (to) => {
    const { server, mailer } = await open()
    await mailer.send('a', { ...mail, to }).catch((error: unknown) => error)
    expect(server.recipients().filter((line) => line.startsWith('RCPT TO:<other'))).toEqual([])
  },
)

it.each([
  ['550 5.1.1 <maria@example.com>: user unknown', 'no such person'],
  ['552 5.2.2 <maria@example.com>: mailbox full', 'refused for good, says the server'],
])('%s: logged once without the address, and not retried', async (answer) => {
  const { server, mailer, warnings } = await open()
  server.refuse(answer)
  await mailer.send('receipt-41-maria@example.com', mail)
  const why = `mail not sent: EENVELOPE RCPT TO ${answer.slice(0, 3)}`
  expect(warnings).toEqual([{ mail: 'receipt-41', why }])
  await mailer.send('b', { ...mail, to: 'ana@example.com' })
  expect(server.names()).toEqual(['<b@example.com>'])
})

it.each([
  ['450 4.2.1 <maria@example.com>: try later', '450'],
  ['550 5.7.1 <maria@example.com>: we do not relay', '550'],
  ['554 <maria@example.com>: relay access denied', '554'],
  ['550 relay not permitted', '550'],
  ['550 <maria@example.com>: Sender verify failed', '550'],
  ['553 sorry, that domain is not in my list of allowed rcpthosts (#5.7.1)', '553'],
  ['530 authenticate first, maria@example.com', '530'],
])('%s: retried, with an error without the address', async (answer, code) => {
  const { server, mailer, warnings } = await open()
  server.refuse(answer)
  const failure: unknown = await mailer.send('a', mail).catch((error: unknown) => error)
  expect(failure).toMatchObject({ message: `mail not sent: EENVELOPE RCPT TO ${code}` })
  // Serialised as in the log.
  expect(
    JSON.stringify(pino.stdSerializers.err(failure instanceof Error ? failure : new Error())),
  ).not.toContain('maria')
  expect(warnings).toEqual([])
})

it.each([
  ['Guichê <a@b.c>', { name: 'Guichê', address: 'a@b.c' }],
  ['Estacionamento: Centro <a@b.c>', { name: 'Estacionamento: Centro', address: 'a@b.c' }],
  ['"Silva, Filhos; Cia" <a@b.c>', { name: 'Silva, Filhos; Cia', address: 'a@b.c' }],
  ['Garagem "24h" <a@b.c> ', { name: 'Garagem "24h"', address: 'a@b.c' }],
  ['a@b.c', { name: '', address: 'a@b.c' }],
  ['<a@b.c>', { name: '', address: 'a@b.c' }],
])('the sender %s', (text, sender) => {
  expect(parseSender(text)).toEqual(sender)
})

it.each(['Estacionamento: Centro', 'Silva, Filhos; Cia', 'Garagem (24h) @ Centro'])(
  'the sender %s is one quoted name',
  async (name) => {
    const { server, mailer } = await open(`${name} <guiche@example.com>`)
    await mailer.send('a', mail)
    expect(server.taken.at(-1)).toContain(`From: "${name}" <guiche@example.com>`)
  },
)
