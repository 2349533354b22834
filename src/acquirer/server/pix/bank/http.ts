import { request as requestPlain, type IncomingMessage } from 'node:http'
import { Agent, request as requestTls } from 'node:https'
import { readJson } from '../../readJson.ts'

export type BankAnswer = { readonly status: number; readonly body: unknown }
/** `sent` false: nothing reached the bank. */
export type NoAnswer = { readonly status: null; readonly detail: string; readonly sent: boolean }

type HttpCall = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly timeoutMs: number
}
export type Http = (call: HttpCall) => Promise<BankAnswer | NoAnswer>

const mostCharacters = 4_000_000

/** With the client certificate. Never throws; follows no redirect. */
export function openHttp(tls: { cert?: string; key?: string; ca?: string }): Http {
  const agent = new Agent({ ...tls, keepAlive: false, minVersion: 'TLSv1.2' })
  return ({ method, url, headers, body, timeoutMs }) =>
    new Promise((resolve) => {
      let sent = false
      const isTls = url.protocol === 'https:'
      const none = (error: unknown) => resolve({ status: null, detail: named(error), sent })
      const signal = AbortSignal.timeout(Math.max(1, Math.floor(timeoutMs)))
      const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const options = { method, headers: { ...headers, ...length }, signal }
      const receive = (response: IncomingMessage) => {
        read(response).then(
          (text) => resolve({ status: response.statusCode ?? 0, body: readJson(text) }),
          none,
        )
      }
      const call = isTls
        ? requestTls(url, { ...options, agent }, receive)
        : requestPlain(url, { ...options, agent: false }, receive)
      call.once('socket', (socket) =>
        socket.once(isTls ? 'secureConnect' : 'connect', () => {
          sent = true
        }),
      )
      call.once('error', none)
      call.end(body ?? undefined)
    })
}

async function read(response: IncomingMessage): Promise<string> {
  let text = ''
  response.setEncoding('utf8')
  for await (const chunk of response) {
    text += String(chunk)
    if (text.length > mostCharacters) throw new Error('answer too long')
  }
  return text
}

function named(error: unknown): string {
  if (!(error instanceof Error)) return 'network failure'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no answer in time'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
