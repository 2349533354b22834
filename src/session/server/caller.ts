import type { Session } from '../session.ts'
import type { Trier } from './limits/tries.ts'

/** One of the operator's people, let in by an endpoint for staff. */
export type Member = {
  readonly id: number
  /** 1 admin, 2 manager, 10 supervisor. */
  readonly level: number
  /** How the audit trail names them: 'staff 7'. */
  readonly actor: string
}

/** Who calls a portal endpoint, and what a flow may do to the browser's cookies. */
export type PortalCaller = Trier & {
  readonly session: Session
  /** Who of the operator's people calls; null on every endpoint that is not for staff. */
  readonly member: Member | null
  /** The human check holds, or is off. */
  readonly human: boolean
  /** The request carries the XMLHttpRequest marker, which another site cannot send. */
  readonly marked: boolean
  /** Gives the browser a new session id and its anti-forgery token: at login and logout. */
  readonly adopt: (id: string) => void
  /** This browser's name for a person's logins here; null where they never signed in here. */
  readonly knownAs: (userId: number) => string | null
  /** Remembers that a person signed in here. */
  readonly remember: (userId: number) => void
}
