import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { listen } from './listen.ts'

type Pushed = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** A push service that answers 201 or the next prepared status. */
export async function startPushService() {
  const pushed: Pushed[] = []
  const nextStatuses: number[] = []
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      pushed.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
      reply.writeHead(nextStatuses.shift() ?? 201, { location: '/elsewhere' }).end()
    })
  })
  const port = await listen(server)
  return {
    origin: `http://127.0.0.1:${port}`,
    pushed,
    /** Statuses of the next answers; then 201. */
    answer: (...statuses: number[]) => void nextStatuses.push(...statuses),
    close: () => new Promise<void>((closed) => void server.close(() => closed())),
  }
}

/** A browser's subscription, and the decryption of its messages (RFC 8291). */
export function subscribedBrowser(origin: string) {
  const pair = createECDH('prime256v1')
  const own = pair.generateKeys()
  const auth = randomBytes(16)
  const name = randomBytes(6).toString('hex')
  return {
    path: `/push/${name}`,
    subscription: {
      endpoint: `${origin}/push/${name}`,
      keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    },
    open: (body: Buffer): unknown => {
      const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
      const ikm = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32))
      const part = (what: string, bytes: number) =>
        Buffer.from(hkdfSync('sha256', ikm, salt, Buffer.from(`Content-Encoding: ${what}\0`), bytes))
      const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
      decipher.setAuthTag(sealed.subarray(-16))
      const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      return JSON.parse(text.subarray(0, -1).toString())
    },
  }
}
