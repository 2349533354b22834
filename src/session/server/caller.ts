import type { Session } from '../session.ts'
import type { LimitedCaller } from './limits/admitAttempt.ts'

/** The lots that a staff member sees; null means all. */
export type Lots = readonly number[] | null

export type Member = {
  readonly id: number
  /** 1 admin, 2 manager, 10 supervisor. */
  readonly level: number
  readonly lots: Lots
  /** For the audit trail: 'staff 7'. */
  readonly actor: string
}

export type PortalCaller = LimitedCaller & {
  readonly session: Session
  /** Null outside staff endpoints. */
  readonly member: Member | null
  /** True when the human check is passed, or off. */
  readonly human: boolean
  /** True with the XMLHttpRequest marker, which another site cannot send. */
  readonly marked: boolean
  /** Sends a new session id and anti-forgery token. */
  readonly adopt: (id: string) => void
  /** This browser's id for a person's logins, or null. */
  readonly knownAs: (userId: number) => string | null
  readonly remember: (userId: number) => void
}
