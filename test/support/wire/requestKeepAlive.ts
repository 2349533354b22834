import { Agent, type IncomingMessage, request } from 'node:http'

/** As long as `fetch` keeps an idle connection. */
const keepAliveAgent = new Agent({ keepAlive: true, timeout: 4_000 })

/** After these statuses the server closes the connection without a `connection: close`. */
const closingStatuses = new Set([408, 431])

type Sent = { method: string; headers?: Record<string, string>; body?: string | FormData | undefined }
type Reply = { status: number; headers: Headers; text: string }

/**
 * One call over a kept connection, with a third of the processor time of `fetch`: the tests make ten thousand. No
 * redirects, no retries. Throws without a complete answer.
 */
export async function requestKeepAlive(url: string, { method, headers = {}, body }: Sent): Promise<Reply> {
  if (body instanceof FormData) return submit(url, { method, headers, body })
  // Node sets it for some methods only, and not for DELETE.
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const call = request(url, { method, headers: { ...headers, ...length }, agent: keepAliveAgent })
    call.once('response', (answer) => {
      if (closingStatuses.has(answer.statusCode ?? 0)) call.shouldKeepAlive = false
      resolve(answer)
    })
    // Also after the answer began: its body reports the broken connection.
    call.on('error', reject)
    call.end(body)
  })
  message.setEncoding('utf8')
  let text = ''
  for await (const part of message) text += String(part)
  return { status: message.statusCode ?? 0, headers: headersOf(message), text }
}

/** A form with files. */
async function submit(url: string, form: RequestInit): Promise<Reply> {
  const reply = await fetch(url, { ...form, redirect: 'manual' })
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let n = 0; n < rawHeaders.length; n += 2) headers.append(rawHeaders[n] ?? '', rawHeaders[n + 1] ?? '')
  return headers
}
