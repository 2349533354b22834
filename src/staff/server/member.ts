import type { Member, PortalCaller } from '#session/server/caller.ts'

/** How the audit trail names a staff member: 'staff 7'. */
export function actorOf(userId: number): string {
  return `staff ${userId}`
}

/** The staff member that an endpoint for staff let in. Throws on any other endpoint: a mistake of ours. */
export function memberOf({ member }: PortalCaller): Member {
  if (member === null) throw new Error('only for an endpoint for staff')
  return member
}
