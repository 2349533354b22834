import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { listen } from './listen.ts'

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** A mail server that accepts mails; it can refuse maria, and close its connections, between mails or within one. */
export async function startMailServer() {
  const open = new Set<Socket>()
  const taken: string[] = []
  const said: string[] = []
  let lines = 0
  let breaks = false
  let refusal: string | null = null
  const take = (socket: Socket) => {
    let text: string | null = null
    const answer = (line: string) => {
      if (text === null) {
        said.push(line)
        if (line === 'QUIT') return void socket.end('221 bye\r\n')
        if (line === 'DATA') text = ''
        const no = line.startsWith('RCPT TO:<maria') ? refusal : null
        socket.write(`${no ?? (line === 'DATA' ? '354 go on' : '250 ok')}\r\n`)
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
  const port = await listen(listening)
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    recipients: () => said.filter((line) => line.startsWith('RCPT')),
    names: () => taken.map((text) => /^Message-ID: (.*)$/m.exec(text)?.[1]),
    lines: () => lines,
    refuse: (answer: string | null) => void (refusal = answer),
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
