import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '../../endpoint.ts'
import { plainText } from '../../brazil.ts'
import { type Fail, fail, invalid } from '../../fail.ts'
import { fieldTexts } from '../../fields.ts'
import { valueIn } from '../../text/lookUp.ts'

export type Input<E extends Endpoint> = { params: ParamsOf<E>; query: QueryOf<E>; body: BodyOf<E> }

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

/** The answer has no undeclared fields. */
export function mount<E extends Endpoint, C>(
  app: FastifyInstance,
  endpoint: E,
  guard: Guard<C>,
  handler: (input: Input<E>, caller: C) => Promise<AnswerOf<E>>,
): void {
  addRoute(app, endpoint, guard, async (request, reply, caller) => {
    const answer = await handler(validate(endpoint, request), caller)
    const sent = endpoint.status === 204 ? undefined : z.parse(endpoint.reply, answer)
    reply.status(endpoint.status ?? 200)
    // Set last, so that a refusal is not cached.
    if (endpoint.keptS !== undefined) reply.header('cache-control', `private, max-age=${endpoint.keptS}`)
    return reply.send(sent)
  })
}

/** A name is the one it is saved under; a stream is sent as it comes. */
export type File = {
  readonly type: string
  readonly content: string | Uint8Array | Readable
  readonly name?: string
}

export function mountFile<E extends Endpoint, C>(
  app: FastifyInstance,
  endpoint: E,
  guard: Guard<C>,
  handler: (input: Input<E>, caller: C) => Promise<File>,
): void {
  addRoute(app, endpoint, guard, async (request, reply, caller) => {
    const { type, content, name } = await handler(validate(endpoint, request), caller)
    if (name !== undefined) reply.header('content-disposition', `attachment; filename="${name}"`)
    return reply.type(type).send(content instanceof Uint8Array ? Buffer.from(content) : content)
  })
}

/** `body` replaces the request's. Throws 404 or 422. */
export function validate<E extends Endpoint>(endpoint: E, request: FastifyRequest, body?: unknown): Input<E>
export function validate(endpoint: Endpoint, request: FastifyRequest, body?: unknown): Input<Endpoint> {
  return {
    params: check(endpoint.params, request.params, 'address'),
    query: check(endpoint.query, request.query),
    body: check(endpoint.body, body ?? request.body ?? {}),
  }
}

export function validated<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const result = z.safeParse(schema, value)
  if (!result.success) throw refusedValue(result.error, value)
  return result.data
}

/** A malformed address answers 404, unless it has a text of its own. */
function check(schema: z.ZodMiniType | undefined, value: unknown, where?: 'address'): unknown {
  if (!schema) return undefined
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  if (where === 'address' && result.error.issues.every(isDefault)) throw fail('not_found')
  throw refusedValue(result.error, value)
}

function refusedValue({ issues }: z.core.$ZodError, value: unknown): Fail {
  const errors = new Map<string, string[]>()
  for (const issue of issues) {
    const field = issue.path.length > 0 ? issue.path.join('.') : 'body'
    const texts = errors.get(field) ?? []
    const text = textOf(issue, value)
    // A value of the wrong type fails further checks too.
    if (!texts.includes(text)) errors.set(field, [...texts, text])
  }
  return invalid(Object.fromEntries(errors))
}

/** Texts of the contract's own stay. */
function textOf(issue: z.core.$ZodIssue, sent: unknown): string {
  if (!isDefault(issue) && issue.message !== fieldTexts.required) return issue.message
  return isMissing(issue.path.reduce<unknown>(valueIn, sent)) ? fieldTexts.required : 'Valor inválido.'
}

function isMissing(value: unknown): boolean {
  if (typeof value === 'string') return plainText(value) === ''
  return value === undefined || value === null
}

function isDefault({ message }: z.core.$ZodIssue): boolean {
  return /^(Invalid|Too|Expected|Unrecognized)/.test(message)
}
