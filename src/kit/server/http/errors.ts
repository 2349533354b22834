import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { commonErrors, Fail, fail, type FailName } from '../../fail.ts'
import { lookUp } from '../../text/lookUp.ts'

type FailureTexts = Readonly<Record<FailName, string>>

function sendFailure(request: FastifyRequest, reply: FastifyReply, failure: Fail, texts: FailureTexts): void {
  const declared = request.routeOptions.config.endpoint?.errors ?? {}
  const status = lookUp(declared, failure.failName) ?? lookUp<number>(commonErrors, failure.failName)
  if (status === undefined) {
    request.log.error({ failure: failure.failName, route: request.routeOptions.url }, 'undeclared failure')
    return sendInternal(request, reply)
  }
  if (failure.detail.retryAfterSeconds !== undefined)
    reply.header('retry-after', failure.detail.retryAfterSeconds)
  const { data, errors, message = texts[failure.failName] } = failure.detail
  reply.status(status).send({ message, code: failure.failName, status, errors, data })
}

/** docs/spec.md#call-errors */
function sendInternal(request: FastifyRequest, reply: FastifyReply): void {
  const message = 'Erro na página, tente recarregar seu navegador.'
  reply.status(500).send({ message, code: 'internal', status: 500, request_id: request.id })
}

type ErrorHandlerOptions = {
  texts: FailureTexts
  isDatabaseDown: (error: unknown) => boolean
  /** The page that an unknown address is redirected to; null for calls, which are answered 404. */
  redirectFor?: ((request: FastifyRequest) => string | null) | undefined
}

/** docs/spec.md#errors */
export function installErrorHandler(
  app: FastifyInstance,
  { texts, isDatabaseDown, redirectFor }: ErrorHandlerOptions,
) {
  const sendNotFound = (request: FastifyRequest, reply: FastifyReply) => {
    const document = redirectFor?.(request) ?? null
    if (document === null) return sendFailure(request, reply, fail('not_found'), texts)
    return reply.header('cache-control', 'no-store').redirect(document, 303)
  }
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = failureOf(error, isDatabaseDown)
    if (failure?.failName === 'unavailable' && !(error instanceof Fail))
      request.log.error({ err: error }, 'unavailable')
    // No file can have the address, such as '//x'.
    if (failure?.failName === 'invalid' && request.routeOptions.url === '/*')
      return sendNotFound(request, reply)
    if (failure) return sendFailure(request, reply, failure, texts)
    request.log.error({ err: error, route: request.routeOptions.url }, 'internal error')
    return sendInternal(request, reply)
  })
  app.setNotFoundHandler(sendNotFound)
}

function failureOf(error: FastifyError, isDatabaseDown: (error: unknown) => boolean): Fail | null {
  if (error instanceof Fail) return error
  const { statusCode } = error
  if (statusCode === 503 || isDatabaseDown(error)) return fail('unavailable', { retryAfterSeconds: 5 })
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return null
  return fail('invalid', { message: 'Não foi possível ler os dados enviados.' })
}
