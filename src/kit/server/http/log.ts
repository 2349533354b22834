import type { FastifyServerOptions } from 'fastify'
import pino, { type DestinationStream, type Logger } from 'pino'

/** What nobody reads in a log, by whatever name of ours it comes: an order key may begin with its payment's token. */
const secrets = [
  'cardNumber',
  'cardCvv',
  'cardExpiration',
  'password',
  'token',
  'orderKey',
  'order_key',
  'authorization',
  'cookie',
]

/** How every line is written, a request's and anybody else's: of an error no more than its name, words and place. */
const lines = {
  redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[secret]' },
  serializers: {
    req: (request: { method: string; routeOptions?: { url?: string | undefined } }) => ({
      method: request.method,
      route: request.routeOptions?.url ?? '?',
    }),
    res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
    err: nameOf,
  },
}

/** What caused an error, and so on, of which no more is told than so many: they may go in a circle. */
const causesTold = 4

/** `code`: the database's, or the system's, which says what a message does not; so does `cause` of one of `fetch`. */
function nameOf(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const { stack = '' } = error
  return { ...wordsOf(error, causesTold), stack }
}

type Words = { type: string; message: string; code?: string; cause?: Words }

function wordsOf(error: Error, left: number): Words {
  const { name: type, message, cause } = error
  const code = 'code' in error ? { code: String(error.code) } : {}
  return {
    type,
    message,
    ...code,
    ...(cause instanceof Error && left > 0 ? { cause: wordsOf(cause, left - 1) } : {}),
  }
}

/**
 * JSON logs, one line each. Requests are logged by their route pattern, never by their address, because
 * addresses carry tokens; bodies and headers are not logged at all, nor are the rows that an error of the database carries.
 */
export function logOptions(level: string, stream?: DestinationStream): FastifyServerOptions['logger'] {
  return { level, ...lines, ...(stream ? { stream } : {}) }
}

/** The log of what no request does: jobs, sweeps, the database's line. */
export function openLog(level: string, stream: DestinationStream): Logger {
  return pino({ level, ...lines }, stream)
}
