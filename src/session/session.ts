import { hourMs, addMs } from '#kit/clock.ts'

export type Session = {
  /** SHA-256 of the cookie's random id, base64url. */
  readonly hash: string
  readonly userId: number | null
  /** Null for a guest. */
  readonly startedAt: Date | null
  readonly humanUntil: Date | null
  readonly secondFactorAt: Date | null
  readonly ended: boolean
  /** What a guest typed before this call, unparsed (`guestData.ts`). */
  readonly data: unknown
}

/** docs/spec.md#r12 */
export const humanProofMinutes = 30

export const hardProofMinutes = 10

export const guestHours = 24

/** Counted from the last visit; for staff, from the login. */
export const loginHours = 12

/** After `loginHours`. */
export function isStaffLoginOver({ startedAt }: Session, now: Date): boolean {
  return startedAt !== null && addMs(startedAt, loginHours * hourMs) <= now
}

/** Whether the check is still passed. */
export function isHuman(session: Session, now: Date): boolean {
  return session.humanUntil !== null && session.humanUntil.getTime() > now.getTime()
}

/** Throws for a guest. */
export function requireUserId(session: Session): number {
  if (session.userId === null) throw new Error('only for an endpoint for who is signed in')
  return session.userId
}
