import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { isNavigation } from '../page/screenAddress.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type Headers = Readonly<Record<string, string>>

const clientErrors = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'O pedido demorou demais para chegar. Tente novamente.' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'O pedido é grande demais. Apague os cookies deste site.' },
} as const
const unreadable = { status: 400, message: 'Não foi possível ler os dados enviados.' } as const

export function rawResponse(
  envelope: object,
  headers: Headers,
): { body: string; head: Record<string, string> } {
  const body = JSON.stringify(envelope)
  const type = 'application/json; charset=utf-8'
  return {
    body,
    head: { ...headers, 'content-type': type, 'content-length': String(Buffer.byteLength(body)) },
  }
}

/** Answers what is no HTTP request (docs/spec.md#errors). */
export function answerClientError(
  headers: Headers,
): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const { status, message } =
      Object.entries(clientErrors).find(([code]) => code === error.code)?.[1] ?? unreadable
    const { body, head } = rawResponse(
      { message, code: 'invalid', status },
      { ...headers, connection: 'close' },
    )
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
    if (socket.writable)
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
    socket.destroy(error)
  }
}

/** Refuses a request without a host and an unknown `Expect`, which Node would answer without our headers. */
export function refuseMalformedHttp(app: FastifyInstance, headers: Headers): void {
  const refusal = (status: number) => ({ message: unreadable.message, code: 'invalid', status })
  app.server.on('checkExpectation', (_request, response) => {
    const { body, head } = rawResponse(refusal(417), headers)
    response.writeHead(417, head).end(body)
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.raw.httpVersion !== '1.1' || request.raw.headers.host !== undefined) return
    return reply.status(400).headers(headers).send(refusal(400))
  })
}

/** Fastify calls it for a URL that it cannot parse. Browsers go to the first screen, calls get the envelope. */
export function answerFrameworkError(headers: Headers) {
  return (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    // A bank sends the person back with a form.
    const isPerson = isNavigation(request) || request.url.startsWith('/payment/return/')
    if (isPerson) return void reply.headers(headers).redirect('/', 303)
    const { status, message } = unreadable
    reply.status(status).headers(headers).send({ message, code: 'invalid', status })
  }
}
