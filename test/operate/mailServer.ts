import { once } from 'node:events'
import { createServer } from 'node:net'

/** A mail server that greets and lets everybody in; it takes no mail. */
export async function startMailServer(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((socket) => {
    socket.write('220 mail.test\r\n')
    socket.on('error', () => socket.destroy())
    socket.on('data', (line) => {
      const isOver = String(line).startsWith('QUIT')
      if (isOver) socket.end('221 bye\r\n')
      else socket.write('250 mail.test\r\n')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const close = async () => {
    server.close()
    await once(server, 'close')
  }
  return { url: `smtp://127.0.0.1:${address.port}`, close }
}
