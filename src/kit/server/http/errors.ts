import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { commonErrors, Fail, fail } from '../../fail.ts'
import type { Endpoint } from '../../endpoint.ts'

/** Statuses of a failure: declared by the endpoint, else implied by access or transport. */
function statusOf(failure: Fail, endpoint: Endpoint | undefined): number | undefined {
  const common: Readonly<Record<string, number>> = commonErrors
  return endpoint?.errors[failure.fail] ?? common[failure.fail]
}

/** Sends the error envelope of behaviour.md section 2. Never a stack trace, SQL or English to a customer. */
export function sendFailure(request: FastifyRequest, reply: FastifyReply, failure: Fail): void {
  const endpoint = request.routeOptions.config.endpoint
  const status = statusOf(failure, endpoint)
  if (status === undefined) {
    request.log.error({ failure: failure.fail, route: request.routeOptions.url }, 'undeclared failure')
    return sendInternal(request, reply)
  }
  if (failure.detail.retryAfterSeconds !== undefined)
    reply.header('retry-after', failure.detail.retryAfterSeconds)
  const { data, errors } = failure.detail
  reply.status(status).send({ message: failure.message, code: failure.fail, status, errors, data })
}

/** The text of spec.md section 8 for a server error without a message of its own, with a number to quote. */
function sendInternal(request: FastifyRequest, reply: FastifyReply): void {
  const message = 'Erro na página, tente recarregar seu navegador.'
  reply.status(500).send({ message, code: 'internal', status: 500, request_id: request.id })
}

/** An address that cannot even be read never reaches a route; it gets the same envelope. */
export function refuseUnreadable(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const message = 'Não foi possível ler os dados enviados.'
  reply.status(400).send({ message, code: 'invalid', status: 400 })
}

/** Turns whatever was thrown into the envelope. */
export function installErrorHandler(app: FastifyInstance, isDatabaseDown: (error: unknown) => boolean): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Fail) return sendFailure(request, reply, error)
    if (error.statusCode === 429)
      return sendFailure(request, reply, fail('too_many', { retryAfterSeconds: 60 }))
    if (error.statusCode === 503 || isDatabaseDown(error)) {
      request.log.error({ err: error }, 'unavailable')
      return sendFailure(request, reply, fail('unavailable', { retryAfterSeconds: 5 }))
    }
    if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
      return sendFailure(
        request,
        reply,
        fail('invalid', { message: 'Não foi possível ler os dados enviados.' }),
      )
    }
    request.log.error({ err: error, route: request.routeOptions.url }, 'internal error')
    return sendInternal(request, reply)
  })
  app.setNotFoundHandler((request, reply) => sendFailure(request, reply, fail('not_found')))
}
