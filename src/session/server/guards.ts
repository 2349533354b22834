import type { Guard } from '#kit/server/http/mount.ts'
import type { PortalCaller } from './caller.ts'
import type { CookieKeys } from './cookies.ts'

export type Guards = {
  readonly portal: Guard<PortalCaller>
  /** Callers with an authentication of their own. */
  readonly outside: Guard<{ headers: Readonly<Record<string, string | undefined>>; ip: string }>
  readonly cookies: CookieKeys
}
