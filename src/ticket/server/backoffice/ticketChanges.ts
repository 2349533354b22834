import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { replaceTicket } from './replaceTicket.ts'
import type { ReservedStay } from './reservedStay.ts'
import { type Waiver, waiveDue } from './waiveDue.ts'

type Deps = { readonly db: Db; readonly reservedStay: ReservedStay }

export async function waive({ db, reservedStay }: Deps, waiving: Waiver): Promise<void> {
  const { ticketId, actor, now } = waiving
  await transaction(db, async (tx) => {
    await reservedStay.lock(tx, ticketId)
    const { exitDeadlineAt } = await waiveDue(tx, waiving)
    await reservedStay.onWaived(tx, ticketId, { exitDeadlineAt, actor, now })
  })
}

/** A reserved car still leaves by plate or QR code. */
export async function replace({ db, reservedStay }: Deps, lost: Waiver): Promise<number> {
  return transaction(db, async (tx) => {
    if ((await reservedStay.find(tx, lost.ticketId, lost.now)) !== null) throw fail('ticket_reserved')
    return replaceTicket(tx, lost)
  })
}
