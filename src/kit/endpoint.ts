import * as z from 'zod/mini'
import type { FailName, FailNames } from './fail.ts'
import { lookUp } from './text/lookUp.ts'

/**
 * Who may call an endpoint. There is no default: every contract says it.
 * - `anyone`: no condition.
 * - `human`: the session passed the human check, while the captcha setting is on.
 * - `customer`: signed in.
 * - `bearer`: knows the transaction's token (at least 128 random bits).
 * - `bearer_human`: both.
 * - `staff`: one of the operator's people, the second factor still to be given.
 * - `supervisor`, `manager`, `admin`: staff of that level or more power, second factor given.
 * - `device`: a bearer key of `/equipment/v1`.
 * - `outside`: a bank or acquirer, which proves itself in its own way and sends no anti-forgery token.
 */
export type Access =
  | 'anyone'
  | 'human'
  | 'customer'
  | 'bearer'
  | 'bearer_human'
  | 'staff'
  | 'supervisor'
  | 'manager'
  | 'admin'
  | 'device'
  | 'outside'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What one call looks like: the single source of routes, client types, error codes and OpenAPI. */
export type Endpoint = {
  readonly method: Method
  /** Fastify style, for example `/api/pm_transaction/:token/pay`. */
  readonly path: string
  readonly access: Access
  /** One English sentence for the OpenAPI document. */
  readonly summary: string
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  /** It changes nothing, though it is no GET: the page asks a busy server again by itself. */
  readonly reads?: true
  /** For how many seconds a browser may keep a success, which is nobody's; absent: nobody keeps it. */
  readonly keptS?: number
  /** HTTP status of success; 200 when absent. */
  readonly status?: number
  /** Media types of a success that is a file; absent for JSON. */
  readonly media?: readonly string[]
  /** The whole body of a success, envelope included; for a file, anything. */
  readonly reply: z.ZodMiniType
  /** Failures beyond those that `access` implies: name -> HTTP status. Texts are in the nouns' `failures.ts`. */
  readonly errors: Readonly<Record<string, number>>
}

/** Only a refusal that some noun has, and that no call implies, is declared, with a status of the 4xx. */
type Declared<Errors> = {
  readonly [N in keyof Errors]: N extends Exclude<FailName, FailNames['kit']> ? Refusing : never
}
type Refusing = 400 | 403 | 404 | 409 | 410 | 422 | 429

/** Declares an endpoint; keeps the literal types so that client and server are typed by it. */
export function endpoint<const E extends Endpoint>(
  declaration: E & { readonly errors: Declared<E['errors']> },
): E {
  return declaration
}

type Out<T> = T extends z.ZodMiniType ? z.output<T> : undefined
type In<T> = T extends z.ZodMiniType ? z.input<T> : undefined

/** What a handler receives, after validation. */
export type ParamsOf<E extends Endpoint> = Out<E['params']>
export type QueryOf<E extends Endpoint> = Out<E['query']>
export type BodyOf<E extends Endpoint> = Out<E['body']>
/** What a handler returns, before serialisation. */
export type AnswerOf<E extends Endpoint> = In<E['reply']>
/** What the client receives. */
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>
/** What the client sends. */
export type SentParams<E extends Endpoint> = In<E['params']>
export type SentQuery<E extends Endpoint> = In<E['query']>
export type SentBody<E extends Endpoint> = In<E['body']>

/** The success envelope of docs/spec.md#success. */
export function data<const T extends z.ZodMiniType>(schema: T) {
  return z.object({ data: schema, warnings: z.optional(z.array(z.string())) })
}

/** What an edit screen reads and saves: the same object under both names (docs/spec.md#success). */
export function edited<const T extends z.ZodMiniType>(schema: T) {
  return z.object({ entity: schema, data: schema, warnings: z.optional(z.array(z.string())) })
}

/** The paged list of docs/spec.md#success. */
export function page<const T extends z.ZodMiniType>(item: T) {
  return z.object({
    data: z.array(item),
    links: z.object({
      first: z.string(),
      last: z.string(),
      prev: z.nullable(z.string()),
      next: z.nullable(z.string()),
    }),
    meta: z.object({
      current_page: z.number(),
      from: z.nullable(z.number()),
      last_page: z.number(),
      path: z.string(),
      per_page: z.number(),
      to: z.nullable(z.number()),
      total: z.number(),
      /** There are more than `total`: a very long list is not counted to its end. */
      more: z.optional(z.boolean()),
    }),
  })
}

/** Fills `:name` places of a path; every value is URL-encoded. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:([a-zA-Z]+)/g, (_, name: string) => {
    const value = lookUp(params, name)
    if (value === undefined) throw new Error(`path ${path} needs :${name}`)
    return encodeURIComponent(value)
  })
}
