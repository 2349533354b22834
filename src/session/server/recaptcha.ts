import * as z from 'zod/mini'
import { type Clock, minuteMs, addMs } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { readJsonAnswer } from '#kit/server/readJsonAnswer.ts'
import { hashToken } from '#kit/server/secrets.ts'
import type { HumanCheck } from './humanCheck.ts'

/** `score` is sent by version 3 only. */
const verdict = z.object({
  success: z.boolean(),
  score: z.optional(z.number()),
})

const minScore = 0.5
/** Google accepts a token once, within two minutes. */
const tokenMinutes = 5

/** Throws `unavailable` when siteverify does not answer. */
export function createRecaptchaCheck(
  settings: { secret: string; verifyUrl: string; timeoutMs: number },
  clock: Clock,
): HumanCheck {
  const ask = async (code: string) => {
    try {
      const response = await fetch(settings.verifyUrl, {
        method: 'POST',
        body: new URLSearchParams({ secret: settings.secret, response: code }),
        signal: AbortSignal.timeout(settings.timeoutMs),
      })
      return verdict.parse(await readJsonAnswer(response))
    } catch {
      throw fail('unavailable', { retryAfterSeconds: 5 })
    }
  }
  const verify = async (code: string) => {
    if (code === '') return null
    const { success, score } = await ask(code)
    if (!success || (score !== undefined && score < minScore)) return null
    return {
      fingerprint: hashToken(code),
      expiresAt: addMs(clock.now(), tokenMinutes * minuteMs),
      grade: 2 as const,
    }
  }
  return { provider: 'recaptcha', challenge: async () => null, verify }
}
