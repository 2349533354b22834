import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '../../endpoint.ts'
import { type Fail, fail, invalid } from '../../fail.ts'

export type Input<E extends Endpoint> = { params: ParamsOf<E>; query: QueryOf<E>; body: BodyOf<E> }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract behind this route; the error handler reads its statuses. */
    endpoint?: Endpoint
  }
}

/** Lets a caller in and says who it is, or throws `fail(...)`. */
export type Guard<C> = (request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint) => Promise<C>

/**
 * Serves an endpoint: guard, validate, handle, parse the answer (which also drops what the contract does
 * not name, so that nothing leaks). Handlers return values; nobody touches the reply.
 */
export function mount<E extends Endpoint, C>(
  app: FastifyInstance,
  endpoint: E,
  guard: Guard<C>,
  handler: (input: Input<E>, caller: C) => Promise<AnswerOf<E>>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    handler: async (request, reply) => {
      const caller = await guard(request, reply, endpoint)
      const answer = await handler(validate(endpoint, request), caller)
      const sent = endpoint.status === 204 ? undefined : z.parse(endpoint.reply, answer)
      reply.status(endpoint.status ?? 200)
      // Only now: no refusal is kept, nor an answer that breaks its contract.
      if (endpoint.keptS !== undefined) reply.header('cache-control', `private, max-age=${endpoint.keptS}`)
      return reply.send(sent)
    },
  })
}

/** A file of one of an endpoint's `media`; one with a name is saved under it, a stream is sent as it comes. */
export type File = {
  readonly type: string
  readonly content: string | Uint8Array | Readable
  readonly name?: string
}

/** As `mount`, for an endpoint that answers a file: one of its `media`. */
export function mountFile<E extends Endpoint, C>(
  app: FastifyInstance,
  endpoint: E,
  guard: Guard<C>,
  handler: (input: Input<E>, caller: C) => Promise<File>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    handler: async (request, reply) => {
      const caller = await guard(request, reply, endpoint)
      const { type, content, name } = await handler(validate(endpoint, request), caller)
      if (name !== undefined) reply.header('content-disposition', `attachment; filename="${name}"`)
      return reply.type(type).send(content instanceof Uint8Array ? Buffer.from(content) : content)
    },
  })
}

/** What was sent, judged by the contract. `body` stands for the request's own, where that was read otherwise. */
export function validate<E extends Endpoint>(endpoint: E, request: FastifyRequest, body?: unknown): Input<E>
export function validate(endpoint: Endpoint, request: FastifyRequest, body?: unknown): Input<Endpoint> {
  return {
    params: check(endpoint.params, request.params, 'address'),
    query: check(endpoint.query, request.query),
    body: check(endpoint.body, body ?? request.body ?? {}),
  }
}

/** A value that `schema` has read. Throws 422 with a text for each field, as for a query that the contract refuses. */
export function validated<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const result = z.safeParse(schema, value)
  if (!result.success) throw refusedValue(result.error)
  return result.data
}

/** An address that nothing can have is of nothing that is there; a part of it that a person types has a text of its own. */
function check(schema: z.ZodMiniType | undefined, value: unknown, where?: 'address'): unknown {
  if (!schema) return undefined
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  if (where === 'address' && result.error.issues.every(isDefault)) throw fail('not_found')
  throw refusedValue(result.error)
}

function refusedValue({ issues }: z.core.$ZodError): Fail {
  const errors = new Map<string, string[]>()
  for (const issue of issues) {
    const field = issue.path.length > 0 ? issue.path.join('.') : 'body'
    errors.set(field, [...(errors.get(field) ?? []), portuguese(issue)])
  }
  return invalid(Object.fromEntries(errors))
}

/** Our own texts are Portuguese; the library's English defaults never reach a customer. */
function portuguese(issue: z.core.$ZodIssue): string {
  return isDefault(issue) ? 'Valor inválido.' : issue.message
}

function isDefault({ message }: z.core.$ZodIssue): boolean {
  return /^(Invalid|Too|Expected|Unrecognized)/.test(message)
}
