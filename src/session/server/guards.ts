import type { Guard } from '#kit/server/http/mount.ts'
import type { PortalCaller } from './caller.ts'
import type { CookieKeys } from './cookies.ts'

/** Guards of endpoints that several modules use. */
export type Guards = {
  /** A browser with its session, checked against the endpoint's access. */
  readonly portal: Guard<PortalCaller>
  /** Callers with an authentication of their own. */
  readonly outside: Guard<{ headers: Readonly<Record<string, string | undefined>> }>
  readonly cookies: CookieKeys
}
