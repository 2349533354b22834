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

const mail = { to: 'maria@example.com', subject: 'Recibo', html: '<p>Sair até</p>', text: 'Sair até' }

async function open() {
  server = await mailServer()
  mailer = smtpMailer(server.url, 'Guichê <guiche@example.com>')
  return { server, mailer }
}

it('mails one after the other go over one line', async () => {
  const { server, mailer } = await open()
  for (const key of ['a', 'b', 'c']) await mailer.send(key, mail)
  expect(server.taken).toEqual(['<a@example.com>', '<b@example.com>', '<c@example.com>'])
  expect(server.lines()).toBe(1)
})

it('a line that the server closed meanwhile is replaced, and the mail goes out once', async () => {
  const { server, mailer } = await open()
  await mailer.send('a', mail)
  await server.hangUp()
  await mailer.send('b', mail)
  expect(server.taken).toEqual(['<a@example.com>', '<b@example.com>'])
  expect(server.lines()).toBe(2)
})

it('a mail whose line breaks while it is sent has failed, and the next has a line of its own', async () => {
  const { server, mailer } = await open()
  await mailer.send('a', mail)
  server.breakNext()
  await expect(mailer.send('b', mail)).rejects.toThrow(/closed|ECONNRESET/)
  await mailer.send('c', mail)
  expect(server.taken).toEqual(['<a@example.com>', '<c@example.com>'])
  expect(server.lines()).toBe(2)
})

/** Takes mails, by their Message-ID; it can close its lines, between mails or within one. */
async function mailServer() {
  const open = new Set<Socket>()
  const taken: string[] = []
  let lines = 0
  let breaks = false
  const take = (socket: Socket) => {
    let text: string | null = null
    const answer = (line: string) => {
      if (text === null) {
        if (line === 'DATA') text = ''
        socket.write(line === 'DATA' ? '354 go on\r\n' : '250 ok\r\n')
      } else if (line !== '.') text += `${line}\n`
      else if (breaks) {
        breaks = false
        socket.destroy()
      } else {
        taken.push(/^Message-ID: (.*)$/m.exec(text)?.[1] ?? '')
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
