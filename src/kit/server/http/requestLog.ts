import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/** Logs one line per request: `info` for writes, `debug` for reads, `error` for failures. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const told = { req: request, res: reply, responseTime: Math.round(reply.elapsedTime) }
    if (error) reply.log.error({ ...told, err: error }, 'request errored')
    else if (isOnlyRead(request, reply)) reply.log.debug(told, 'request completed')
    else reply.log.info(told, 'request completed')
  }

  override routeNotFound(): void {}
}

function isOnlyRead({ method }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return (method === 'GET' || method === 'HEAD') && statusCode < 500
}
