import type { Clock } from '#kit/clock.ts'
import { fail, invalid } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { Db } from '#db/schema.ts'
import { readLotNames } from '#parking/server/flow/readLotNames.ts'
import { lockClosings } from '../closingStarts.ts'
import { type Adjustment, narrowClosings } from '../store.ts'

type Deps = { readonly db: Db; readonly clock: Clock }

/** The lot's next closing counts the adjustment. Throws 422, `day_open`. */
export async function adjustClosing(
  { db, clock }: Deps,
  entry: Adjustment & { readonly lotId: number },
): Promise<number> {
  const { lotId, ofDay, cents, reason, actor } = entry
  if (!(await readLotNames(db)).some(({ id }) => id === lotId))
    throw invalid({ lot_id: ['Escolha um estacionamento.'] })
  return transaction(db, async (tx) => {
    await lockClosings(tx, lotId)
    const closed = await narrowClosings(tx, {
      lots: [lotId],
      fromDay: ofDay,
      untilDay: ofDay,
    }).executeTakeFirst()
    if (!closed) throw fail('day_open')
    const at = clock.now()
    const { id } = await tx
      .insertInto('closing_adjustment')
      .values({ lot_id: lotId, of_day: ofDay, amount_cents: cents, reason, actor, at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const of = { subject: 'closing', subjectId: String(closed.id), action: 'adjusted' } as const
    await audit(tx, { at, actor, ...of, after: { day: ofDay, amount_cents: cents, reason } })
    return id
  })
}
