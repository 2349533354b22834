import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { replaceTicket } from './replaceTicket.ts'
import type { ReservedStay } from './reservedStay.ts'
import { type Waiver, waiveDue } from './waiveDue.ts'

type Deps = { readonly db: Db; readonly reservedStay: ReservedStay }

/** Waives the due amount and opens the exit of a reserved car. */
export async function waive({ db, reservedStay }: Deps, waiving: Waiver): Promise<void> {
  const { ticketId, actor, now } = waiving
  await transaction(db, async (db) => {
    await reservedStay.lock(db, ticketId)
    const { exitDeadlineAt } = await waiveDue(db, waiving)
    await reservedStay.onWaived(db, ticketId, { exitDeadlineAt, actor, now })
  })
}

/** Replaces a lost ticket. A reserved car still leaves by plate or QR code. */
export async function replace({ db, reservedStay }: Deps, lost: Waiver): Promise<number> {
  return transaction(db, async (db) => {
    if ((await reservedStay.find(db, lost.ticketId, lost.now)) !== null) throw fail('ticket_reserved')
    return replaceTicket(db, lost)
  })
}
