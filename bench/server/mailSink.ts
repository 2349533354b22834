import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { listen } from '../../test/support/wire/listen.ts'

/** A mail server that accepts every mail and stores none. */
export async function startMailSink(): Promise<{ url: string; stop(): Promise<void> }> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.write('220 sink\r\n')
    take(socket)
  })
  const port = await listen(server)
  const stop = async () => {
    for (const socket of open) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  return { url: `smtp://127.0.0.1:${port}`, stop }
}

/** Reads commands line by line, and after DATA a text up to a line with a dot. */
function take(socket: Socket): void {
  let unread = ''
  let isText = false
  socket.on('data', (part) => {
    const lines = `${unread}${String(part)}`.split('\r\n')
    unread = lines.pop() ?? ''
    for (const line of lines) {
      if (isText && line !== '.') continue
      const begins = !isText && line.toUpperCase() === 'DATA'
      isText = begins
      if (line === 'QUIT') socket.end('221 bye\r\n')
      else socket.write(begins ? '354 go on\r\n' : '250 ok\r\n')
    }
  })
}
