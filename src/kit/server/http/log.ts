import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'
import pino, { type DestinationStream, type Logger } from 'pino'

/** Fields that are not logged; an order key may begin with the payment's token. */
const redactedNames = [
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

const loggerOptions = {
  redact: { paths: redactedNames.flatMap((name) => [name, `*.${name}`]), censor: '[secret]' },
  serializers: {
    req: (request: { method: string; routeOptions?: { url?: string | undefined } }) => ({
      method: request.method,
      route: request.routeOptions?.url ?? '?',
    }),
    res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
    err: serializeError,
  },
}

/** The chain of causes may be circular. */
const maxCauses = 4

function serializeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const { stack = '' } = error
  return { ...describeError(error, maxCauses), stack }
}

type ErrorDetails = { type: string; message: string; code?: string; cause?: ErrorDetails }

function describeError(error: Error, left: number): ErrorDetails {
  const { name: type, message, cause } = error
  const code = 'code' in error ? { code: String(error.code) } : {}
  return {
    type,
    message,
    ...code,
    ...(cause instanceof Error && left > 0 ? { cause: describeError(cause, left - 1) } : {}),
  }
}

/** Requests are logged by route pattern, because URLs carry tokens, and without bodies and headers. */
export function logOptions(level: string, stream?: DestinationStream): FastifyServerOptions['logger'] {
  return { level, ...loggerOptions, ...(stream ? { stream } : {}) }
}

export function createLogger(level: string, stream: DestinationStream): Logger {
  return pino({ level, ...loggerOptions }, stream)
}

/** Logs writes as `info`, reads as `debug`, failures as `error`. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const details = { req: request, res: reply, responseTime: Math.round(reply.elapsedTime) }
    if (error) reply.log.error({ ...details, err: error }, 'request errored')
    else if (isOnlyRead(request, reply)) reply.log.debug(details, 'request completed')
    else reply.log.info(details, 'request completed')
  }

  override routeNotFound(): void {}
}

function isOnlyRead({ method }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return (method === 'GET' || method === 'HEAD') && statusCode < 500
}

const flushEveryMs = 100
const bufferBytes = 4096

/** Buffers lines, because a write for each is slow; warnings and the exit flush. */
export function createLogStream(dest: number | string = 1): DestinationStream {
  const out = pino.destination({ dest, sync: true, minLength: bufferBytes, periodicFlush: flushEveryMs })
  process.on('exit', () => out.flushSync())
  return {
    write(line) {
      out.write(line)
      if (isUrgent(line)) out.flushSync()
    },
  }
}

const levelPattern = /^\{"level":(\d+),/

function isUrgent(line: string): boolean {
  return (
    Number(levelPattern.exec(line)?.[1] ?? pino.levels.values['error']) >= (pino.levels.values['warn'] ?? 0)
  )
}
