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

type CookieOptions = { duration?: Duration; path?: string; sameSite?: 'Lax' | 'Strict' }

export function durationMs(duration: Duration): number {
  const unit = keys(units).find((name) => duration.replace(/[\d.]+/, '') === name)
  return unit === undefined ? 0 : Number.parseInt(duration, 10) * units[unit]
}

function keys<T extends object>(of: T): (keyof T & string)[] {
  const names: (keyof T & string)[] = []
  for (const name in of) names.push(name)
  return names
}

/** By default for a day, path '/', SameSite Lax. */
export function cookieText(name: string, value: string, options: CookieOptions = {}): string {
  const { duration = '1d', path = '/', sameSite = 'Lax' } = options
  const seconds = Math.round(durationMs(duration) / 1000)
  return `${name}=${encodeURIComponent(value)}; Max-Age=${seconds}; Path=${path}; SameSite=${sameSite}`
}

export function setCookie(name: string, value: string, options?: CookieOptions): void {
  document.cookie = cookieText(name, value, options)
}

export function cookieValue(cookies: string, name: string): string | null {
  const pair = cookies.split('; ').find((part) => part.startsWith(`${name}=`))
  if (pair === undefined) return null
  try {
    return decodeURIComponent(pair.slice(name.length + 1))
  } catch {
    return pair.slice(name.length + 1)
  }
}
