import * as z from 'zod/mini'
import { data, endpoint } from '#kit/endpoint.ts'

/** GET /sanctum/csrf-cookie: a fresh anti-forgery cookie, 204 (behaviour.md section 2). */
export const csrfCookie = endpoint({
  method: 'GET',
  path: '/sanctum/csrf-cookie',
  access: 'anyone',
  summary: 'Sets the readable cookie XSRF-TOKEN for this session.',
  status: 204,
  reply: z.undefined(),
  errors: {},
})

const reserveConfig = z.object({
  value: z.number(),
  valueHuman: z.string(),
  valueMin: z.number(),
  valueMinHuman: z.string(),
})

/** GET api/session/web: what the page needs to know about who is there. Fields at top level. */
export const readSession = endpoint({
  method: 'GET',
  path: '/api/session/web',
  access: 'anyone',
  summary: 'The session: user, roles, configuration, human flag and server notices.',
  reply: z.object({
    user: z.nullable(z.object({ id: z.number(), name: z.string(), nickname: z.string(), level: z.number() })),
    user_roles: z.array(z.string()),
    configs: z.object({ reserve: reserveConfig }),
    is_human: z.boolean(),
    env_production: z.boolean(),
    dev_messages: z.array(z.string()),
    warnings_enabled: z.boolean(),
    server_now: z.string(),
  }),
  errors: {},
})

/** A proof-of-work challenge of ALTCHA; null when the human check is off. */
export const humanChallenge = endpoint({
  method: 'GET',
  path: '/api/session/humanChallenge',
  access: 'anyone',
  summary: 'A fresh ALTCHA challenge to solve in the background; null when the human check is off.',
  reply: data(
    z.nullable(
      z.object({
        parameters: z.looseObject({
          algorithm: z.string(),
          nonce: z.string(),
          salt: z.string(),
          cost: z.number(),
          keyLength: z.number(),
          keyPrefix: z.string(),
        }),
        signature: z.optional(z.string()),
      }),
    ),
  ),
  errors: {},
})

/** POST /api/session/humanCheck: `code` is the base64 of `{challenge, solution}`; good once. */
export const humanCheck = endpoint({
  method: 'POST',
  path: '/api/session/humanCheck',
  access: 'anyone',
  summary: 'Verifies a solved challenge and marks the session human for 30 minutes.',
  body: z.object({ code: z.string().check(z.maxLength(8192)) }),
  reply: data(z.object({ is_human: z.boolean() })),
  errors: { human_invalid: 422 },
})

/** POST /auth/session/clear: forgets what a guest typed; cancels own transactions without an attempt. */
export const clearSession = endpoint({
  method: 'POST',
  path: '/auth/session/clear',
  access: 'anyone',
  summary: 'Drops guest flow data and cancels the session’s untouched transactions.',
  reply: data(z.object({ cleared: z.boolean() })),
  errors: {},
})
