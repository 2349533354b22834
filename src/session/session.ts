import { hourMs, plus } from '#kit/clock.ts'

/** The session of the cookie `guiche_session`. */
export type Session = {
  /** SHA-256 of the cookie's random id, base64url. */
  readonly hash: string
  readonly userId: number | null
  /** Begin of the login; null for a guest. */
  readonly startedAt: Date | null
  /** End of the passed human check. */
  readonly humanUntil: Date | null
  /** Null without a second factor. */
  readonly secondFactorAt: Date | null
  /** The cookie names a login that has ended. */
  readonly ended: boolean
  /** The guest's input (`guestData`), unparsed, when the call began. */
  readonly data: unknown
}

/** docs/spec.md#r12 */
export const humanMinutes = 30

/** Validity of a grade 2 proof. */
export const hardProofMinutes = 10

export const guestHours = 24

/** Since the last visit; for staff, since the login. */
export const loginHours = 12

/** Whether a staff login is too old. */
export function isOverForStaff({ startedAt }: Session, now: Date): boolean {
  return startedAt !== null && plus(startedAt, loginHours * hourMs) <= now
}

/** Whether the human check is still passed. */
export function isHuman(session: Session, now: Date): boolean {
  return session.humanUntil !== null && session.humanUntil.getTime() > now.getTime()
}

/** The user id behind an endpoint that requires a login. Throws for a guest. */
export function signedIn(session: Session): number {
  if (session.userId === null) throw new Error('only for an endpoint for who is signed in')
  return session.userId
}
