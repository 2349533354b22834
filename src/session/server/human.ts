import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod/mini'
import type { Clock } from '#kit/clock.ts'
import { minuteMs, plus } from '#kit/clock.ts'

/** Verifies that somebody did the work; answers what must not be used twice, or null when it is wrong. */
export type HumanCheck = {
  readonly provider: 'altcha' | 'recaptcha' | 'off'
  challenge(grade: Grade): Promise<Challenge | null>
  verify(code: string): Promise<{ fingerprint: string; expiresAt: Date; grade: Grade } | null>
}

/** 1 lets a session in for a while, 2 lets one try in from an address that failed often (docs/spec.md#r20). */
export type Grade = 1 | 2

/** The counters to be found: a phone takes about a second for the first, about four for the second. */
const counters = { 1: [200, 401], 2: [800, 1601] } as const satisfies Record<Grade, readonly number[]>

/** What the browser solves; `parameters` as ALTCHA's proof of work v2 defines them. */
type Challenge = { parameters: z.output<typeof parametersSchema>; signature?: string | undefined }

const challengeMinutes = 20

/** A challenge of grade 1 in one line, as the page carries it and its inline script reads it (`tools/build/early.js`). */
export function briefly({ parameters, signature }: Challenge): string {
  const { cost, data, keyPrefix, keySignature, nonce, salt } = parameters
  return [cost, data.good_until, keyPrefix, keySignature, nonce, salt, signature].join(' ')
}

/**
 * ALTCHA proof of work, self-hosted. `cost` 5000 and a counter of 200 to 400 take a phone about a second
 * (docs/performance.md#chosen-by-measurement; the library's documented counter takes 20 s there).
 */
export function altchaCheck(secret: string, clock: Clock, cost: number): HumanCheck {
  const challenge = async (grade: Grade) => {
    const [least, past] = counters[grade]
    const { parameters, signature } = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost,
      counter: randomInt(least, past),
      deriveKey,
      // Our own clock decides, not the library's: the instant travels in the signed data.
      data: { good_until: plus(clock.now(), challengeMinutes * minuteMs).getTime(), grade },
      hmacSignatureSecret: secret,
      hmacKeySignatureSecret: `${secret}.key`,
    })
    return { parameters: z.parse(parametersSchema, parameters), signature }
  }
  const verify = async (code: string) => {
    const payload = decode(code)
    const expiresAt = payload && new Date(payload.challenge.parameters.data.good_until)
    if (!payload || !expiresAt || expiresAt <= clock.now()) return null
    const result = await verifySolution({
      ...payload,
      deriveKey,
      hmacSignatureSecret: secret,
      hmacKeySignatureSecret: `${secret}.key`,
    })
    const grade: Grade = payload.challenge.parameters.data.grade === 2 ? 2 : 1
    return result.verified ? { fingerprint: payload.challenge.signature, expiresAt, grade } : null
  }
  return { provider: 'altcha', challenge, verify }
}

/** The setting `CAPTCHA=off`: every session counts as human. */
export const noCheck: HumanCheck = {
  provider: 'off',
  challenge: async () => null,
  verify: async () => null,
}

const parametersSchema = z.looseObject({
  algorithm: z.string(),
  nonce: z.string(),
  salt: z.string(),
  cost: z.number().check(z.lte(20_000)),
  keyLength: z.number().check(z.lte(64)),
  keyPrefix: z.string(),
  data: z.object({ good_until: z.number(), grade: z.optional(z.number()) }),
})

const payloadSchema = z.object({
  challenge: z.object({
    parameters: parametersSchema,
    signature: z.string().check(z.minLength(16)),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string(), time: z.optional(z.number()) }),
})

function decode(code: string) {
  try {
    const parsed = payloadSchema.safeParse(JSON.parse(Buffer.from(code, 'base64').toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
