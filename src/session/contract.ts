import * as z from 'zod/mini'
import { data, endpoint } from '#kit/endpoint.ts'
import { email, text, typedPassword } from '#kit/fields.ts'

export const csrfCookie = endpoint('GET', '/sanctum/csrf-cookie', 'anyone', {
  summary: 'Sets the readable cookie XSRF-TOKEN for this session.',
  status: 204,
  reply: z.undefined(),
})

const reserveConfig = z.object({
  value: z.number(),
  valueHuman: z.string(),
  valueMin: z.number(),
  valueMinHuman: z.string(),
})

/** `level`: 1 admin, 2 manager, 10 supervisor, 100 customer (docs/spec.md#r14). */
export const sessionUser = z.object({
  id: z.number(),
  name: z.string(),
  nickname: z.string(),
  level: z.number(),
  /** Of staff: the lots that they see; null means all. */
  lots: z.optional(z.nullable(z.array(z.number()))),
})
export type SessionUser = z.output<typeof sessionUser>

export const readSession = endpoint('GET', '/api/session/web', 'anyone', {
  summary: 'The session: user, roles, configuration, human flag and server notices.',
  reply: z.object({
    user: z.nullable(sessionUser),
    user_roles: z.array(z.string()),
    configs: z.object({
      reserve: reserveConfig,
      methods: z.array(z.string()),
    }),
    is_human: z.boolean(),
    env_production: z.boolean(),
    dev_messages: z.array(z.string()),
    warnings_enabled: z.boolean(),
    server_now: z.string(),
    /** 400 when the cookie names an ended login. */
    status: z.optional(z.literal(400)),
    message: z.optional(z.string()),
  }),
})

const dataValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const challengeParameters = z.looseObject({
  algorithm: z.string(),
  nonce: z.string(),
  salt: z.string(),
  cost: z.number(),
  keyLength: z.number(),
  keyPrefix: z.string(),
  data: z.optional(z.record(z.string(), dataValue)),
})

export const humanChallenge = endpoint('GET', '/api/session/humanChallenge', 'anyone', {
  summary: 'A fresh ALTCHA challenge to solve in the background; null when the human check is off.',
  query: z.object({
    grade: z.optional(
      z.pipe(
        z.enum(['1', '2']),
        z.transform((said) => (said === '2' ? 2 : 1)),
      ),
    ),
  }),
  reply: data(z.nullable(z.object({ parameters: challengeParameters, signature: z.optional(z.string()) }))),
})

/** `code`: base64 of `{challenge, solution}`, valid once. */
export const humanCheck = endpoint('POST', '/api/session/humanCheck', 'anyone', {
  summary: 'Verifies a solved challenge and marks the session human for 30 minutes.',
  body: z.object({ code: text().check(z.maxLength(8192)) }),
  reply: data(z.object({ is_human: z.boolean() })),
  errors: { human_invalid: 422 },
})

/** While one of `spare`, open in other tabs, is being paid, nothing is deleted and `cleared` is false. */
export const clearSession = endpoint('POST', '/auth/session/clear', 'anyone', {
  summary: 'Clears a guest’s data and cancels the session’s transactions that have no attempt.',
  body: z.object({ spare: z.optional(z.array(text().check(z.maxLength(64))).check(z.maxLength(20))) }),
  reply: data(z.object({ cleared: z.boolean() })),
})

/** The user that the page knows, 0 for a guest; absent claims nothing (docs/spec.md#r26). */
export const claimedPerson = z.nullish(z.number())

export const recaptchaToken = z.nullish(text().check(z.maxLength(8192)))

/** `login_token` is the device's earlier token, which ends. */
export const login = endpoint('POST', '/auth/login', 'human', {
  summary: 'Signs in with e-mail and password under a new session id; with app true answers a device token.',
  body: z.object({
    username: email,
    password: typedPassword,
    recaptcha: recaptchaToken,
    login_token: z.nullish(text().check(z.maxLength(128))),
    app: z.nullish(z.boolean()),
  }),
  reply: z.object({
    device_ws_token: z.nullable(z.string()),
    device_id: z.nullable(z.number()),
    logged: z.boolean(),
    url: z.string(),
  }),
})

/** A device token is valid once; the answer brings the next. */
export const deviceLogin = endpoint('POST', '/auth/device', 'anyone', {
  summary: 'Signs in with a device token and answers the next one; logged is false for an invalid token.',
  body: z.catch(z.object({ login_token: z.nullish(text().check(z.maxLength(128))) }), {}),
  reply: z.object({
    logged: z.boolean(),
    device_ws_token: z.nullable(z.string()),
    device_id: z.nullable(z.number()),
  }),
})

/** Without the XMLHttpRequest marker: 419 (docs/spec.md#r9). */
export const logout = endpoint('GET', '/auth/logoutApi', 'anyone', {
  summary: 'Ends the login and its device token, and sends a fresh session.',
  reply: data(z.object({ logged: z.boolean() })),
  errors: { csrf: 419 },
})
