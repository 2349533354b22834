import type { Session } from '../session.ts'
import type { LimitedCaller } from './limits/admit.ts'
import type { Guard } from '#kit/server/http/mount.ts'
import type { CookieKeys } from './cookies.ts'

/** Null means all lots. */
export type VisibleLots = readonly number[] | null

export type StaffMember = {
  readonly id: number
  readonly level: number
  readonly lots: VisibleLots
  readonly actor: string
}

export type PortalCaller = LimitedCaller & {
  readonly session: Session
  /** Null outside staff endpoints. */
  readonly member: StaffMember | null
  readonly isHuman: boolean
  readonly hasXhrMarker: boolean
  /** The header `Idempotency-Key`; null where it is missing or not printable. */
  readonly idempotencyKey: string | null
  readonly setSessionId: (id: string) => void
  readonly knownAs: (userId: number) => string | null
  readonly rememberBrowser: (userId: number) => void
}

export type Guards = {
  readonly portal: Guard<PortalCaller>
  /** Callers with an authentication of their own. */
  readonly outside: Guard<{ headers: Readonly<Record<string, string | undefined>>; ip: string }>
  readonly cookies: CookieKeys
}
