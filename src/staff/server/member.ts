import { type RawBuilder, sql } from 'kysely'
import { fail } from '#kit/fail.ts'
import type { VisibleLots, StaffMember, PortalCaller } from '#session/server/caller.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { isStaffLoginOver, type Session } from '#session/session.ts'
import type { Endpoint } from '#kit/endpoint.ts'
import { isAllowed, isStaffAccess } from '../level.ts'

/** For the audit trail: 'staff 7'. */
export function actorOf(userId: number): string {
  return `staff ${userId}`
}

/** Throws on endpoints without staff access. */
export function memberOf({ member }: Pick<PortalCaller, 'member'>): StaffMember {
  if (member === null) throw new Error('only for an endpoint for staff')
  return member
}

type LotScope = { readonly lots: VisibleLots }

/** Whether all these lots are the member's. Without a lot, only staff of all lots may. */
export function canSeeLots({ lots }: LotScope, ofThing: readonly (number | null)[]): boolean {
  if (lots === null) return true
  return ofThing.length > 0 && ofThing.every((lot) => lot !== null && lots.includes(lot))
}

/** docs/back-office.md#lots-of-a-person. Throws `not_found`. */
export function assertLot(member: LotScope, ...ofThing: readonly (number | null)[]): void {
  if (!canSeeLots(member, ofThing)) throw fail('not_found')
}

/** The row, read by its id. Throws `not_found`, for one of another lot too. */
export function requireVisible<Row extends { readonly lot_id: number }>(
  row: Row | undefined,
  member: LotScope,
): Row {
  if (!row) throw fail('not_found')
  assertLot(member, row.lot_id)
  return row
}

/** The chosen lot, else the member's lots. Throws `not_found`. */
export function requestedLots(member: LotScope, chosen: number | null): VisibleLots {
  if (chosen === null) return member.lots
  assertLot(member, chosen)
  return [chosen]
}

export function isInLots(lots: VisibleLots, column: RawBuilder<unknown>): RawBuilder<boolean> {
  if (lots === null) return sql<boolean>`true`
  return lots.length === 1
    ? sql<boolean>`${column} = ${lots[0]}`
    : sql<boolean>`${column} = any(${[...lots]}::int[])`
}

/** `account` implements it, because staff must not import account. */
export type UserDirectory = {
  findAccess(
    db: Db,
    userId: number,
  ): Promise<{ level: number; lots: VisibleLots; shortPassword: boolean } | null>
  findEmail(db: Db, userId: number): Promise<string | null>
  findNames(db: Db, userIds: readonly number[]): Promise<ReadonlyMap<number, string>>
}

/**
 * Reads level and lots at each call, so that a change applies at once. Null for an endpoint that is not for
 * staff. Throws `unauthenticated`, `forbidden`, `second_factor`, `staff_password`.
 */
export async function authorizeStaff(
  { db, clock, people }: { db: Db; clock: Clock; people: UserDirectory },
  session: Session,
  { access, allLots }: Pick<Endpoint, 'access' | 'allLots'>,
): Promise<StaffMember | null> {
  if (!isStaffAccess(access)) return null
  if (session.userId === null || isStaffLoginOver(session, clock.now())) throw fail('unauthenticated')
  const account = await people.findAccess(db, session.userId)
  if (account === null || !isAllowed(account.level, access)) throw fail('forbidden')
  const { level, lots, shortPassword } = account
  if (allLots && lots !== null) throw fail('forbidden')
  if (access !== 'staff' && session.secondFactorAt === null) throw fail('second_factor')
  if (access !== 'staff' && shortPassword) throw fail('staff_password')
  return { id: session.userId, level, lots, actor: actorOf(session.userId) }
}
