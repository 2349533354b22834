import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/**
 * One line a request: at info what somebody did or was refused, at debug what a page only reads, its files and the
 * health checks, so that the terminal of `npm start` keeps what it printed in sight.
 */
export class RequestLog extends LogController {
  /** What came in is told when it has been answered. */
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

  /** The answer says so; its address is nobody's business. */
  override routeNotFound(): void {}
}

function isOnlyRead({ method }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return (method === 'GET' || method === 'HEAD') && statusCode < 500
}
