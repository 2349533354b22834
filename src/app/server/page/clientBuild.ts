import { type Clock, dayMs } from '#kit/clock.ts'
import { sameText, sign } from '#kit/server/secrets.ts'

/** The client build that the page's meta tags name (docs/spec.md#client-build). */
export type ApiUser = { readonly id: string; readonly token: string }

/** The pair of the pages that this instance serves, and which pairs it lets in. */
export type ClientBuild = { pair(): ApiUser; admits(id: unknown, token: unknown): boolean }

const id = 'web'

/** Hexadecimal digits of build, day and signature: as many as the page has room for, and a chance is no matter. */
const [buildDigits, dayDigits, checkDigits] = [6, 4, 6]

/**
 * The token says build and day, and is signed: during an update each of several instances meets pages of a build that it
 * does not know, newer ones too, and knows by the signature that another instance served them. Such a page is let in on
 * the day it was served and the next, so that nobody who pays meanwhile is told to load it anew; this build's own always.
 */
export function clientBuild(key: Buffer, build: string, clock: Clock): ClientBuild {
  const own = build.slice(0, buildDigits)
  const today = () => Math.floor(clock.now().getTime() / dayMs)
  const tokenOf = (named: string, day: number) => {
    const said = `${named}${day.toString(16).padStart(dayDigits, '0')}`
    return said + Buffer.from(sign(key, said), 'base64url').toString('hex').slice(0, checkDigits)
  }
  return {
    pair: () => ({ id, token: tokenOf(own, today()) }),
    admits: (given, token) => {
      if (given !== id || typeof token !== 'string') return false
      const named = token.slice(0, -dayDigits - checkDigits)
      const day = Number.parseInt(token.slice(named.length, -checkDigits), 16)
      if (Number.isNaN(day) || !sameText(token, tokenOf(named, day))) return false
      return named === own || Math.abs(today() - day) <= 1
    },
  }
}
