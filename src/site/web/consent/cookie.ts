import { decodeOrRaw } from '#kit/text/decodeOrRaw.ts'
import { lookUp } from '#kit/text/lookUp.ts'

/** docs/spec.md#cookies: a year has 360 days, a month 30. */
const units = {
  y: 360 * 86_400_000,
  m: 30 * 86_400_000,
  d: 86_400_000,
  h: 3_600_000,
  min: 60_000,
  s: 1_000,
} as const

/** '1m', '30min', '1d'. */
export type Duration = `${number}${keyof typeof units}`

export function durationMs(duration: Duration): number {
  const unitMs = lookUp(units, duration.replace(/[\d.]+/, '')) ?? 0
  return Number.parseInt(duration, 10) * unitMs
}

export function serializeCookie(name: string, value: string, duration: Duration = '1d'): string {
  const seconds = Math.round(durationMs(duration) / 1000)
  return `${name}=${encodeURIComponent(value)}; Max-Age=${seconds}; Path=/; SameSite=Lax`
}

export function setCookie(name: string, value: string, duration?: Duration): void {
  document.cookie = serializeCookie(name, value, duration)
}

export function readCookie(cookies: string, name: string): string | null {
  const pair = cookies.split('; ').find((part) => part.startsWith(`${name}=`))
  return pair === undefined ? null : decodeOrRaw(pair.slice(name.length + 1))
}
