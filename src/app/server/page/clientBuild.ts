import { type Clock, dayMs } from '#kit/clock.ts'
import { timingSafeEqualTexts, sign } from '#kit/server/secrets.ts'

/** docs/spec.md#client-build */
export type ApiUser = { readonly id: string; readonly token: string }

export type ClientBuild = { credentials(): ApiUser; accepts(id: unknown, token: unknown): boolean }

const id = 'web'

const [buildDigits, dayDigits, checkDigits] = [6, 4, 6]

/** The token is build and day, signed. Pages of another build are accepted on that day and the next. */
export function clientBuild(key: Buffer, build: string, clock: Clock): ClientBuild {
  const own = build.slice(0, buildDigits)
  const today = () => Math.floor(clock.now().getTime() / dayMs)
  const tokenOf = (named: string, day: number) => {
    const payload = `${named}${day.toString(16).padStart(dayDigits, '0')}`
    return payload + Buffer.from(sign(key, payload), 'base64url').toString('hex').slice(0, checkDigits)
  }
  return {
    credentials: () => ({ id, token: tokenOf(own, today()) }),
    accepts: (given, token) => {
      if (given !== id || typeof token !== 'string') return false
      const named = token.slice(0, -dayDigits - checkDigits)
      const day = Number.parseInt(token.slice(named.length, -checkDigits), 16)
      if (Number.isNaN(day) || !timingSafeEqualTexts(token, tokenOf(named, day))) return false
      return named === own || Math.abs(today() - day) <= 1
    },
  }
}
