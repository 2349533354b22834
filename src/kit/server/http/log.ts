import type { FastifyServerOptions } from 'fastify'
import type { DestinationStream } from 'pino'

/**
 * JSON logs, one line each. Requests are logged by their route pattern, never by their address, because
 * addresses carry tokens; bodies and headers are not logged at all.
 */
export function logOptions(level: string, stream?: DestinationStream): FastifyServerOptions['logger'] {
  return {
    level,
    ...(stream ? { stream } : {}),
    redact: {
      paths: [
        '*.cardNumber',
        '*.cardCvv',
        '*.cardExpiration',
        '*.password',
        '*.token',
        'authorization',
        'cookie',
      ],
      censor: '[secret]',
    },
    serializers: {
      req: (request) => ({ method: request.method, route: request.routeOptions?.url ?? '?' }),
      res: (reply) => ({ status: reply.statusCode }),
      err: (error: Error) => ({ type: error.name, message: error.message, stack: error.stack ?? '' }),
    },
  }
}
