import * as z from 'zod/mini'
import { type Clock, minuteMs, plus } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { hashToken } from '#kit/server/secrets.ts'
import type { HumanCheck } from './human.ts'

/** Google's answer to siteverify; `score` comes with version 3 only. */
const verdict = z.object({
  success: z.boolean(),
  score: z.optional(z.number()),
})

/** Below this a version 3 answer is taken for a robot's. */
const leastScore = 0.5
/** Google lets a token be verified for two minutes, once; the fingerprint is remembered longer. */
const tokenMinutes = 5

/**
 * reCAPTCHA: the browser brings a token, `siteverify` says what it is worth. Throws `unavailable` when the
 * service cannot be asked: nobody is let in by its failure.
 */
export function recaptchaCheck(
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
      return verdict.parse(await response.json())
    } catch {
      throw fail('unavailable', { retryAfterSeconds: 5 })
    }
  }
  const verify = async (code: string) => {
    if (code === '') return null
    const { success, score } = await ask(code)
    if (!success || (score !== undefined && score < leastScore)) return null
    // A person ticks the box for each token.
    return {
      fingerprint: hashToken(code),
      expiresAt: plus(clock.now(), tokenMinutes * minuteMs),
      grade: 2 as const,
    }
  }
  return { provider: 'recaptcha', challenge: async () => null, verify }
}
