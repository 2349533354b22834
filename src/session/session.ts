import { hourMs, plus } from '#kit/clock.ts'

/** Who calls, as the cookie `guiche_session` tells. The database knows only the hash of the cookie's id. */
export type Session = {
  /** SHA-256 of the cookie's random id, base64url. */
  readonly hash: string
  readonly userId: number | null
  /** When this login began; null for a guest. */
  readonly startedAt: Date | null
  /** Until when the session counts as human; null when it never passed the check. */
  readonly humanUntil: Date | null
  /** When this login gave its second factor; null for whoever has not, or needs none. */
  readonly secondFactorAt: Date | null
  /** The cookie names a login that has ended. */
  readonly ended: boolean
  /** What its guest typed (`guestData`), unparsed, as it stood when the call came in. */
  readonly data: unknown
}

/** How long a passed human check holds (docs/spec.md#r12). */
export const humanMinutes = 30

/** How long a proof of grade 2 waits for the try that it was made for. */
export const hardProofMinutes = 10

/** A guest's session is forgotten after a day without a login. */
export const guestHours = 24

/** A login ends by itself after this long without a visit; one of staff, so long after it began, visited or not. */
export const loginHours = 12

/** Whether this login is too old for somebody who works here. */
export function isOverForStaff({ startedAt }: Session, now: Date): boolean {
  return startedAt !== null && plus(startedAt, loginHours * hourMs) <= now
}

/** Whether the human check of this session still holds at `now`. */
export function isHuman(session: Session, now: Date): boolean {
  return session.humanUntil !== null && session.humanUntil.getTime() > now.getTime()
}

/**
 * The person of a session that an endpoint with access `customer` or for staff let in. Throws for anybody else: a
 * mistake of ours.
 */
export function signedIn(session: Session): number {
  if (session.userId === null) throw new Error('only for an endpoint for who is signed in')
  return session.userId
}
