import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type Mailer, smtpMailer } from './mailer.ts'

let server: Awaited<ReturnType<typeof mailServer>> | null = null
let mailer: Mailer | null = null
afterEach(async () => {
  mailer?.close()
  await server?.close()
})

const subject = 'Recibo do estacionamento: R$ 7,00, sair até 22/11/2026 10:40 — é só mostrar na saída'
const mail = { to: 'maria@example.com', subject, html: '<p>Sair até</p>', text: 'Sair até\r\n.\r\n' }

async function open() {
  server = await mailServer()
  mailer = smtpMailer(server.url, 'Guichê <guiche@example.com>')
  return { server, mailer }
}

it('mails one after the other go over one line', async () => {
  const { server, mailer } = await open()
  for (const key of ['a', 'b', 'c']) await mailer.send(key, mail)
  expect(server.names()).toEqual(['<a@example.com>', '<b@example.com>', '<c@example.com>'])
  expect(server.lines()).toBe(1)
})

it('a line that the server closed meanwhile is replaced, and the mail goes out once', async () => {
  const { server, mailer } = await open()
  await mailer.send('a', mail)
  await server.hangUp()
  await mailer.send('b', mail)
  expect(server.names()).toEqual(['<a@example.com>', '<b@example.com>'])
  expect(server.lines()).toBe(2)
})

it('a mail whose line breaks while it is sent has failed, and the next has a line of its own', async () => {
  const { server, mailer } = await open()
  await mailer.send('a', mail)
  server.breakNext()
  await expect(mailer.send('b', mail)).rejects.toThrow(/closed|ECONNRESET/)
  await mailer.send('c', mail)
  expect(server.names()).toEqual(['<a@example.com>', '<c@example.com>'])
  expect(server.lines()).toBe(2)
})

it('a mail says who it is from and for, and carries its pictures', async () => {
  const { server, mailer } = await open()
  const picture = { cid: 'code', type: 'image/png', content: Uint8Array.of(1, 2, 3) } as const
  await mailer.send('a', { ...mail, images: [picture] })
  const [text = ''] = server.taken
  expect(text).toMatch(/^From: .*<guiche@example\.com>$/m)
  expect(text).toMatch(/^To: maria@example\.com$/m)
  expect(text).toMatch(/^Content-ID: <code>$/im)
  expect(text).toContain(Buffer.from(picture.content).toString('base64'))
})

it.each(['maria@example.com>\r\nRCPT TO:<other@example.com', 'maria@example.com, other@example.com'])(
  'nobody but who is meant gets it: %j',
  async (to) => {
    const { server, mailer } = await open()
    await mailer.send('a', { ...mail, to }).catch((error: unknown) => error)
    expect(server.recipients().filter((line) => line.startsWith('RCPT TO:<other'))).toEqual([])
  },
)

/** Takes mails; it can close its lines, between mails or within one. */
async function mailServer() {
  const open = new Set<Socket>()
  const taken: string[] = []
  const said: string[] = []
  let lines = 0
  let breaks = false
  const take = (socket: Socket) => {
    let text: string | null = null
    const answer = (line: string) => {
      if (text === null) {
        said.push(line)
        if (line === 'DATA') text = ''
        socket.write(line === 'DATA' ? '354 go on\r\n' : '250 ok\r\n')
      } else if (line !== '.') text += `${line}\n`
      else if (breaks) {
        breaks = false
        socket.destroy()
      } else {
        taken.push(text)
        text = null
        socket.write('250 taken\r\n')
      }
    }
    let unread = ''
    socket.on('data', (part) => {
      const parts = `${unread}${String(part)}`.split('\r\n')
      unread = parts.pop() ?? ''
      for (const line of parts) answer(line)
    })
  }
  const listening = createServer((socket) => {
    lines += 1
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => {})
    socket.write('220 here\r\n')
    take(socket)
  })
  listening.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    taken,
    recipients: () => said.filter((line) => line.startsWith('RCPT')),
    names: () => taken.map((text) => /^Message-ID: (.*)$/m.exec(text)?.[1]),
    lines: () => lines,
    breakNext: () => void (breaks = true),
    hangUp: () =>
      Promise.all(
        [...open].map((socket) => {
          const gone = once(socket, 'close')
          socket.end()
          return gone
        }),
      ),
    close: async () => {
      for (const socket of open) socket.destroy()
      listening.close()
      await once(listening, 'close')
    },
  }
}
