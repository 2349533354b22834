import * as z from 'zod/mini'
import { data, endpoint } from '#kit/endpoint.ts'
import { email, text, typedPassword } from '#kit/fields.ts'

/** GET /sanctum/csrf-cookie: a fresh anti-forgery cookie, 204 (docs/spec.md#anti-forgery). */
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

/** Who is signed in. `level`: 1 admin, 2 manager, 10 supervisor, 100 customer (docs/spec.md#r14). */
export const sessionUser = z.object({
  id: z.number(),
  name: z.string(),
  nickname: z.string(),
  level: z.number(),
})
export type SessionUser = z.output<typeof sessionUser>

/** GET api/session/web: what the page needs to know about who is there. Fields at top level. */
export const readSession = endpoint({
  method: 'GET',
  path: '/api/session/web',
  access: 'anyone',
  summary: 'The session: user, roles, configuration, human flag and server notices.',
  reply: z.object({
    user: z.nullable(sessionUser),
    user_roles: z.array(z.string()),
    configs: z.object({
      reserve: reserveConfig,
      /** The ways to pay that are offered, by name; a screen leaves out what it does not know. */
      methods: z.array(z.string()),
    }),
    is_human: z.boolean(),
    env_production: z.boolean(),
    dev_messages: z.array(z.string()),
    warnings_enabled: z.boolean(),
    server_now: z.string(),
    /** 400 when the cookie names a login that has ended; the next call is a guest's. */
    status: z.optional(z.literal(400)),
    message: z.optional(z.string()),
  }),
  errors: {},
})

/** A proof-of-work challenge of ALTCHA; null when the human check is off. Grade 2 is harder (docs/spec.md#r20). */
export const humanChallenge = endpoint({
  method: 'GET',
  path: '/api/session/humanChallenge',
  access: 'anyone',
  summary: 'A fresh ALTCHA challenge to solve in the background; null when the human check is off.',
  query: z.object({
    grade: z.optional(
      z.pipe(
        z.enum(['1', '2']),
        z.transform((said) => (said === '2' ? 2 : 1)),
      ),
    ),
  }),
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
  body: z.object({ code: text().check(z.maxLength(8192)) }),
  reply: data(z.object({ is_human: z.boolean() })),
  errors: { human_invalid: 422 },
})

/**
 * POST /auth/session/clear: forgets what a guest typed; cancels own transactions without an attempt. `spare` names
 * transactions that other tabs of the browser are at: while one is open, it stays, and with it what was typed; `cleared` is
 * false then.
 */
export const clearSession = endpoint({
  method: 'POST',
  path: '/auth/session/clear',
  access: 'anyone',
  summary: 'Clears a guest’s data and cancels the session’s transactions that have no attempt.',
  body: z.object({ spare: z.optional(z.array(text().check(z.maxLength(64))).check(z.maxLength(20))) }),
  reply: data(z.object({ cleared: z.boolean() })),
  errors: {},
})

/** A proof of the human check sent along with a call; the session then counts as human. */
export const recaptcha = z.nullish(text().check(z.maxLength(8192)))

/** POST /auth/login. `app` asks for a device token; `login_token` is the phone's earlier one, which ends. */
export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'human',
  summary: 'Signs in with e-mail and password under a new session id; with app true answers a device token.',
  body: z.object({
    username: email,
    password: typedPassword,
    recaptcha,
    login_token: z.nullish(text().check(z.maxLength(128))),
    app: z.nullish(z.boolean()),
  }),
  reply: z.object({
    device_ws_token: z.nullable(z.string()),
    device_id: z.nullable(z.number()),
    logged: z.boolean(),
    /** Where this person belongs after a login without `to`. */
    url: z.string(),
  }),
  errors: {},
})

/** POST /auth/device: the phone's token is good once; the answer brings the next one. */
export const deviceLogin = endpoint({
  method: 'POST',
  path: '/auth/device',
  access: 'anyone',
  summary: 'Signs in with a device token and answers the next one; logged is false for an invalid token.',
  body: z.object({ login_token: z.nullish(text().check(z.maxLength(128))) }),
  reply: z.object({
    logged: z.boolean(),
    device_ws_token: z.nullable(z.string()),
    device_id: z.nullable(z.number()),
  }),
  errors: {},
})

/** GET /auth/logoutApi; only with the XMLHttpRequest marker, else 419 (docs/spec.md#r9). */
export const logout = endpoint({
  method: 'GET',
  path: '/auth/logoutApi',
  access: 'anyone',
  summary: 'Ends the login and its device token, and sends a fresh session.',
  reply: data(z.object({ logged: z.boolean() })),
  errors: {},
})
