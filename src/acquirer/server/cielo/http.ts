import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'

const idleMs = 4_000

const answerMaxBytes = 1_000_000

const kept = { keepAlive: true, timeout: idleMs }
const plain = { request, agent: new Agent(kept) }
const secure = { request: secureRequest, agent: new SecureAgent(kept) }

type Sent = { method: string; headers: Readonly<Record<string, string>>; body: string; timeoutMs: number }

/** Follows no redirect. Throws without a complete answer; the request may have arrived. */
export async function sendRequest(url: string, sent: Sent): Promise<{ status: number; text: string }> {
  const { method, headers, body, timeoutMs } = sent
  const to = new URL(url)
  const { request, agent } = to.protocol === 'https:' ? secure : plain
  const length = method === 'GET' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  const call = request(to, { method, agent, headers: { ...headers, ...length } })
  const late = setTimeout(() => call.destroy(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs)
  try {
    const answer = answerTo(call)
    call.end(method === 'GET' ? undefined : body)
    const message = await answer
    return { status: message.statusCode ?? 0, text: await textOf(message) }
  } finally {
    clearTimeout(late)
  }
}

function answerTo(call: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    call.once('response', resolve)
    call.on('error', reject)
  })
}

async function textOf(message: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of message) {
    if (!(part instanceof Uint8Array)) continue
    bytes += part.length
    if (bytes > answerMaxBytes) throw new Error('an answer without end')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
