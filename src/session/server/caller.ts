import type { Session } from '../session.ts'
import type { Trier } from './limits/tries.ts'

/** A member of staff. */
export type Member = {
  readonly id: number
  /** 1 admin, 2 manager, 10 supervisor. */
  readonly level: number
  /** The name in the audit trail: 'staff 7'. */
  readonly actor: string
}

/** The caller of a portal endpoint. */
export type PortalCaller = Trier & {
  readonly session: Session
  /** Null outside staff endpoints. */
  readonly member: Member | null
  /** True when the human check is passed, or off. */
  readonly human: boolean
  /** True with the XMLHttpRequest marker, which another site cannot send. */
  readonly marked: boolean
  /** Sends a new session id and its anti-forgery token, at login and logout. */
  readonly adopt: (id: string) => void
  /** This browser's id for a person's logins; null without an earlier login here. */
  readonly knownAs: (userId: number) => string | null
  /** Marks the browser as known for this person. */
  readonly remember: (userId: number) => void
}
