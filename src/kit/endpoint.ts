import * as z from 'zod/mini'
import type { FailName, FailNames } from './fail.ts'
import { lookUp } from './text/lookUp.ts'

/**
 * `human`: passed the captcha. `bearer`: has the transaction's token. `staff`: signed in, before the second factor.
 * `supervisor`, `manager`, `admin`: of that level, after it. `device`: key of `/equipment/v1`. `outside`: a bank or
 * acquirer with its own proof.
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

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Endpoint = {
  readonly method: Method
  readonly path: string
  readonly access: Access
  /** Staff of single lots get 403. */
  readonly allLots?: true
  /** Area and action in the list of what each level may do; none for a call about the caller. */
  readonly levelText?: readonly [area: string, action: string]
  readonly summary: string
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  /** A POST that only reads, so the client may retry it. */
  readonly reads?: true
  /** Seconds that a browser may cache a success, which must not be personal. */
  readonly keptS?: number
  readonly status?: number
  readonly media?: readonly string[]
  readonly reply: z.ZodMiniType
  /** Failure name -> HTTP status, beyond those that `access` implies. */
  readonly errors?: Readonly<Record<string, number>>
}

/** Common failures are declared only where `access` does not imply them. */
type DeclaredErrors<Errors> = {
  readonly [N in keyof Errors]: N extends Exclude<FailName, ImpliedFailure> ? RefusalStatus : never
}
type ImpliedFailure = Exclude<
  FailNames['kit'],
  'second_factor' | 'not_found' | 'csrf' | 'unauthenticated' | 'forbidden'
>
type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 410 | 419 | 422 | 429

type Declaration = Omit<Endpoint, 'method' | 'path' | 'access'>

/* @__NO_SIDE_EFFECTS__ */
export function endpoint<const M extends Method, const A extends Access, const E extends Declaration>(
  method: M,
  path: string,
  access: A,
  declaration: E & { readonly errors?: DeclaredErrors<E['errors']> },
): { readonly method: M; readonly path: string; readonly access: A } & E {
  return { method, path, access, ...declaration }
}

type OutputOf<T> = T extends z.ZodMiniType ? z.output<T> : undefined
type InputOf<T> = T extends z.ZodMiniType ? z.input<T> : undefined

export type ParamsOf<E extends Endpoint> = OutputOf<E['params']>
export type QueryOf<E extends Endpoint> = OutputOf<E['query']>
export type BodyOf<E extends Endpoint> = OutputOf<E['body']>
export type ReplyInputOf<E extends Endpoint> = InputOf<E['reply']>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>
export type SentParams<E extends Endpoint> = InputOf<E['params']>
export type SentQuery<E extends Endpoint> = InputOf<E['query']>
export type SentBody<E extends Endpoint> = InputOf<E['body']>

/** docs/spec.md#success */
/* @__NO_SIDE_EFFECTS__ */
export function data<const T extends z.ZodMiniType>(schema: T) {
  return z.object({ data: schema, warnings: z.optional(z.array(z.string())) })
}

/** The reply of edit screens has one object under two names (docs/spec.md#success). */
/* @__NO_SIDE_EFFECTS__ */
export function edited<const T extends z.ZodMiniType>(schema: T) {
  return z.object({ entity: schema, data: schema, warnings: z.optional(z.array(z.string())) })
}

/** docs/spec.md#success */
/* @__NO_SIDE_EFFECTS__ */
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
      /** More rows exist than `total`, which is capped. */
      more: z.optional(z.boolean()),
      /** What all rows of a list of payments add up to; null with `more`. */
      sum: z.optional(z.nullable(z.object({ value: z.number(), valueHuman: z.string() }))),
    }),
  })
}

/** Fills the `:name` places, URL-encoded. Throws if one is missing. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:([a-zA-Z]+)/g, (_, name: string) => {
    const value = lookUp(params, name)
    if (value === undefined) throw new Error(`path ${path} needs :${name}`)
    return encodeURIComponent(value)
  })
}
