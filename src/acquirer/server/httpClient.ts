import { Agent, type AgentOptions, type IncomingMessage, request as requestPlain } from 'node:http'
import { Agent as TlsAgent, request as requestTls } from 'node:https'
import { decodeText } from '#kit/server/decodeText.ts'
import { parseJson } from '#kit/text/parseJson.ts'

/** `body` is null when empty (`isEmpty`) or unreadable. `sent` is false where nothing reached the host. */
export type HttpAnswer =
  | { readonly status: number; readonly body: unknown; readonly isEmpty: boolean }
  | { readonly status: null; readonly detail: string; readonly sent: boolean }

type HttpCall = {
  readonly method: string
  readonly url: string | URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly timeoutMs: number
}
export type HttpClient = (call: HttpCall) => Promise<HttpAnswer>

type Tls = { readonly cert?: string; readonly key?: string; readonly ca?: string }

const answerMaxBytes = 4_000_000

/** Never throws; follows no redirect. Without an answer the request may have arrived. */
export function createHttpClient(connections: AgentOptions, tls: Tls = {}): HttpClient {
  const plain = { request: requestPlain, agent: new Agent(connections) }
  const secure = {
    request: requestTls,
    agent: new TlsAgent({ ...connections, ...tls, minVersion: 'TLSv1.2' }),
  }
  return async ({ method, url, headers, body, timeoutMs }) => {
    let sent = false
    try {
      const address = new URL(url)
      const isTls = address.protocol === 'https:'
      const { request, agent } = isTls ? secure : plain
      const signal = AbortSignal.timeout(Math.max(1, Math.floor(timeoutMs)))
      const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const call = request(address, { method, agent, headers: { ...headers, ...length }, signal })
      call.once('socket', (socket) => {
        sent = call.reusedSocket
        if (!sent) socket.once(isTls ? 'secureConnect' : 'connect', () => (sent = true))
      })
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        call.once('response', resolve)
        call.on('error', reject)
        call.end(body ?? undefined)
      })
      const text = await readText(response)
      return { status: response.statusCode ?? 0, body: parseJson(text), isEmpty: text === '' }
    } catch (error) {
      return { status: null, detail: failureDetail(error), sent }
    }
  }
}

async function readText(response: IncomingMessage): Promise<string> {
  const received: AsyncIterable<Uint8Array> = response
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of received) {
    length += chunk.length
    if (length > answerMaxBytes) throw new Error('answer too long')
    chunks.push(chunk)
  }
  return decodeText(Buffer.concat(chunks), response.headers['content-type'])
}

function failureDetail(error: unknown): string {
  if (!(error instanceof Error)) return 'network failure'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no answer in time'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
