import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod/mini'
import { type Clock, minuteMs, addMs } from '#kit/clock.ts'
import { challengeParameters } from '../contract.ts'

/** `verify` answers null for an invalid proof; a fingerprint must not be used twice. */
export type HumanCheck = {
  readonly provider: 'altcha' | 'recaptcha' | 'off'
  challenge(grade: Grade): Promise<Challenge | null>
  verify(code: string): Promise<{ fingerprint: string; expiresAt: Date; grade: Grade } | null>
}

/** 2 allows one try from an address with many failures (docs/spec.md#r20). */
type Grade = 1 | 2

/** About a second on a phone for grade 1, four for grade 2. */
const maxCounters = { 1: 401, 2: 1601 } as const satisfies Record<Grade, number>

type Challenge = { parameters: z.output<typeof parametersSchema>; signature?: string | undefined }

const challengeMinutes = 20

/** One line for the inline script (`tools/build/early.js`). */
export function serializeChallenge({ parameters, signature }: Challenge): string {
  const { cost, data, keyPrefix, keySignature, nonce, salt } = parameters
  return [cost, data.good_until, keyPrefix, keySignature, nonce, salt, signature].join(' ')
}

/** docs/performance.md#chosen-by-measurement */
export function createAltchaCheck(secret: string, clock: Clock, cost: number): HumanCheck {
  const challenge = async (grade: Grade) => {
    const { parameters, signature } = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost,
      counter: randomInt(maxCounters[grade]),
      deriveKey,
      // The portal's clock decides.
      data: { good_until: addMs(clock.now(), challengeMinutes * minuteMs).getTime(), grade },
      hmacSignatureSecret: secret,
      hmacKeySignatureSecret: `${secret}.key`,
    })
    return { parameters: z.parse(parametersSchema, parameters), signature }
  }
  const verify = async (code: string) => {
    const payload = decodePayload(code)
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

/** `CAPTCHA=off`: every session counts as human. */
export const disabledHumanCheck: HumanCheck = {
  provider: 'off',
  challenge: async () => null,
  verify: async () => null,
}

const parametersSchema = z.extend(challengeParameters, {
  cost: z.number().check(z.lte(20_000)),
  keyLength: z.number().check(z.lte(64)),
  data: z.object({ good_until: z.number(), grade: z.optional(z.number()) }),
})

const payloadSchema = z.object({
  challenge: z.object({
    parameters: parametersSchema,
    signature: z.string().check(z.minLength(16)),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string(), time: z.optional(z.number()) }),
})

function decodePayload(code: string) {
  try {
    const parsed = payloadSchema.safeParse(JSON.parse(Buffer.from(code, 'base64').toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
