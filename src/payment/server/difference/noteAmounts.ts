import { type ChangeAmounts, isOtherAmount } from '#acquirer/changes.ts'
import type { Db } from '#db/schema.ts'
import { type ChangeName, changeNames } from '../../amountsText.ts'
import type { Attempt } from '../attempt/attempts.ts'
import { noteEvent } from './saleEvents.ts'

/**
 * Opens a case, once per change, where the acquirer shows another amount than requested. `id`: of a refund.
 */
export async function noteAmounts(
  db: Db,
  { id, ...of }: { attempt: Attempt; now: Date; id?: number },
  change: ChangeName,
  amounts: ChangeAmounts,
): Promise<void> {
  if (!isOtherAmount(amounts)) return
  await noteEvent(db, of, {
    kind: 'amount_differs',
    number: id === undefined ? change : `${change}-${id}`,
    amountCents: Math.abs((amounts.shownCents ?? 0) - amounts.askedCents),
    text: changeNames[change],
    amounts,
  })
}
