import type { Session } from '../session.ts'

/** Who calls a portal endpoint, and what a flow may do to the browser's cookies. */
export type PortalCaller = {
  readonly session: Session
  /** The human check holds, or is off. */
  readonly human: boolean
  readonly ip: string
  /** The request carries the XMLHttpRequest marker, which another site cannot send. */
  readonly marked: boolean
  /** Gives the browser a new session id and its anti-forgery token: at login and logout. */
  readonly adopt: (id: string) => void
}
