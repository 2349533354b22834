import type { Member, PortalCaller } from '#session/server/caller.ts'

/** A staff member in the audit trail: 'staff 7'. */
export function actorOf(userId: number): string {
  return `staff ${userId}`
}

/** The staff member admitted to this endpoint; throws on endpoints without staff access. */
export function memberOf({ member }: PortalCaller): Member {
  if (member === null) throw new Error('only for an endpoint for staff')
  return member
}
