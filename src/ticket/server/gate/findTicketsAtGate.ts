import type { Db } from '#db/schema.ts'
import { addMs } from '#kit/clock.ts'
import { type StoredTicket, findTicketByCode, findTicketsInside } from '../store.ts'
import { exitReportGraceMs } from '../validation/fixValidations.ts'

export type TicketReference = { code: string } | { plate: string; lotId: number }

/** A plate finds the car inside that entered by `at`, or else shortly after (docs/spec.md#r39). */
export async function findTicketsAtGate(db: Db, named: TicketReference, at: Date): Promise<StoredTicket[]> {
  if (!('code' in named)) {
    const inside = await findTicketsInside(db, { ...named, latest: addMs(at, exitReportGraceMs) })
    const byThen = inside.filter(({ entered_at: enteredAt }) => enteredAt <= at)
    return byThen.length > 0 ? byThen : inside
  }
  const found = await findTicketByCode(db, named.code)
  return found ? [found] : []
}
