import { type RawBuilder, sql } from 'kysely'
import { fail } from '#kit/fail.ts'
import type { Lots, Member, PortalCaller } from '#session/server/caller.ts'

/** A staff member in the audit trail: 'staff 7'. */
export function actorOf(userId: number): string {
  return `staff ${userId}`
}

/** The staff member admitted to this endpoint; throws on endpoints without staff access. */
export function memberOf({ member }: PortalCaller): Member {
  if (member === null) throw new Error('only for an endpoint for staff')
  return member
}

type Bound = { readonly lots: Lots }

/** Whether a thing of these lots is seen: all of them are the member's. A thing of no lot is seen with all lots only. */
export function seesLots({ lots }: Bound, ofThing: readonly (number | null)[]): boolean {
  if (lots === null) return true
  return ofThing.length > 0 && ofThing.every((lot) => lot !== null && lots.includes(lot))
}

/** A thing of another lot is as absent (docs/back-office.md#lots-of-a-person). Throws `not_found`. */
export function assertLot(member: Bound, ...ofThing: readonly (number | null)[]): void {
  if (!seesLots(member, ofThing)) throw fail('not_found')
}

/** The lots of a list: the chosen one, else all of the member's. Throws `not_found` for a lot of others. */
export function lotsWanted(member: Bound, chosen: number | null): Lots {
  if (chosen === null) return member.lots
  assertLot(member, chosen)
  return [chosen]
}

/** Whether a row's lot is among the wanted ones. */
export function withinLots(lots: Lots, column: RawBuilder<unknown>): RawBuilder<boolean> {
  if (lots === null) return sql<boolean>`true`
  return lots.length === 1
    ? sql<boolean>`${column} = ${lots[0]}`
    : sql<boolean>`${column} = any(${[...lots]}::int[])`
}
