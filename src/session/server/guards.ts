import type { Guard } from '#kit/server/http/mount.ts'
import type { PortalCaller } from './caller.ts'
import type { CookieKeys } from './cookies.ts'

/** The ways in, beside those that a noun makes itself. */
export type Guards = {
  /** The browser, with its session and what its endpoint asks for. */
  readonly portal: Guard<PortalCaller>
  /** Somebody who proves who they are in their own way; the headers as texts. */
  readonly outside: Guard<{ headers: Readonly<Record<string, string | undefined>> }>
  readonly cookies: CookieKeys
}
