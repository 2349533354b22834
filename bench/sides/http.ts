import { Agent, request } from 'node:http'

/** Connections stay open, as a load balancer keeps them. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

export type Reply = { status: number; cookies: readonly string[]; text: string }

/** One call by the simplest client: its cost is part of every measurement. */
export function call(
  url: string,
  { method, headers, body }: { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: unknown },
): Promise<Reply> {
  const text = body === undefined ? null : JSON.stringify(body)
  const sent =
    text === null
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, method, headers: { ...headers, ...sent } }, (answer) => {
      const parts: string[] = []
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => parts.push(part))
      answer.once('error', reject)
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          cookies: answer.headers['set-cookie'] ?? [],
          text: parts.join(''),
        }),
      )
    })
    asked.once('error', reject)
    asked.end(text ?? undefined)
  })
}

/** The server refuses for overload. */
export class Refused extends Error {}

/** The same, with its JSON; throws unless it is a success. */
export async function ok(url: string, sent: Parameters<typeof call>[1]): Promise<Reply & { body: unknown }> {
  const reply = await call(url, sent)
  if (reply.status === 503) throw new Refused(`${url} answered 503: ${reply.text}`)
  if (reply.status < 200 || reply.status > 299)
    throw new Error(`${url} answered ${reply.status}: ${reply.text}`)
  return { ...reply, body: reply.text === '' ? null : JSON.parse(reply.text) }
}
