import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { ReplyInputOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '../../endpoint.ts'
import { cleanText } from '../../brazil.ts'
import { type Fail, fail, invalid } from '../../fail.ts'
import { fieldTexts } from '../../fields.ts'
import { readProperty } from '../../text/lookUp.ts'

export type EndpointInput<E extends Endpoint> = { params: ParamsOf<E>; query: QueryOf<E>; body: BodyOf<E> }

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

export type Guard<C> = (request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint) => Promise<C>

/** Adds the route of an endpoint: the guard, then `answer`. */
export function addRoute<C>(
  app: FastifyInstance,
  endpoint: Endpoint,
  guard: Guard<C>,
  answer: (request: FastifyRequest, reply: FastifyReply, caller: C) => Promise<FastifyReply>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    handler: async (request, reply) => answer(request, reply, await guard(request, reply, endpoint)),
  })
}

/** Adds the route of an endpoint. Undeclared fields of the answer are dropped. */
export function mount<E extends Endpoint, C>(
  app: FastifyInstance,
  endpoint: E,
  guard: Guard<C>,
  handler: (input: EndpointInput<E>, caller: C) => Promise<ReplyInputOf<E>>,
): void {
  addRoute(app, endpoint, guard, async (request, reply, caller) => {
    const answer = await handler(parseInput(endpoint, request), caller)
    const sent = endpoint.status === 204 ? undefined : z.parse(endpoint.reply, answer)
    reply.status(endpoint.status ?? 200)
    // Set last, so that a refusal is not cached.
    if (endpoint.keptS !== undefined) reply.header('cache-control', `private, max-age=${endpoint.keptS}`)
    return reply.send(sent)
  })
}

/** With a `name` the browser saves the file. */
export type FileReply = {
  readonly type: string
  readonly content: string | Uint8Array | Readable
  readonly name?: string
}

export function mountFile<E extends Endpoint, C>(
  app: FastifyInstance,
  endpoint: E,
  guard: Guard<C>,
  handler: (input: EndpointInput<E>, caller: C) => Promise<FileReply>,
): void {
  addRoute(app, endpoint, guard, async (request, reply, caller) => {
    const { type, content, name } = await handler(parseInput(endpoint, request), caller)
    if (name !== undefined) reply.header('content-disposition', `attachment; filename="${name}"`)
    return reply.type(type).send(content instanceof Uint8Array ? Buffer.from(content) : content)
  })
}

/** Parses a request; `body` replaces the request's. Throws 404 or 422. */
export function parseInput<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  body?: unknown,
): EndpointInput<E>
export function parseInput(
  endpoint: Endpoint,
  request: FastifyRequest,
  body?: unknown,
): EndpointInput<Endpoint> {
  return {
    params: parsePart(endpoint.params, request.params, 'address'),
    query: parsePart(endpoint.query, request.query),
    body: parsePart(endpoint.body, body ?? request.body ?? {}),
  }
}

export function parseOrInvalid<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const result = z.safeParse(schema, value)
  if (!result.success) throw invalidFrom(result.error, value)
  return result.data
}

/** A malformed address answers 404, unless it has a text of its own. */
function parsePart(schema: z.ZodMiniType | undefined, value: unknown, where?: 'address'): unknown {
  if (!schema) return undefined
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  if (where === 'address' && result.error.issues.every(hasDefaultText)) throw fail('not_found')
  throw invalidFrom(result.error, value)
}

function invalidFrom({ issues }: z.core.$ZodError, value: unknown): Fail {
  const errors = new Map<string, string[]>()
  for (const issue of issues) {
    const field = issue.path.length > 0 ? issue.path.join('.') : 'body'
    const texts = errors.get(field) ?? []
    const text = issueText(issue, value)
    // A value of the wrong type fails further checks too.
    if (!texts.includes(text)) errors.set(field, [...texts, text])
  }
  return invalid(Object.fromEntries(errors))
}

function issueText(issue: z.core.$ZodIssue, sent: unknown): string {
  if (!hasDefaultText(issue) && issue.message !== fieldTexts.required) return issue.message
  return isMissing(issue.path.reduce<unknown>(readProperty, sent)) ? fieldTexts.required : 'Valor inválido.'
}

function isMissing(value: unknown): boolean {
  if (typeof value === 'string') return cleanText(value) === ''
  return value === undefined || value === null
}

function hasDefaultText({ message }: z.core.$ZodIssue): boolean {
  return /^(Invalid|Too|Expected|Unrecognized)/.test(message)
}
