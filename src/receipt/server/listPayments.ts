import type { Db } from '#db/schema.ts'
import type { PageRequest } from '#kit/paging.ts'
import type { WireHistoryItem } from '../contract.ts'
import { paymentsOf } from './history.ts'
import { wireHistoryItem } from './view.ts'

export async function listPayments(
  db: Db,
  userId: number,
  request: PageRequest & { q: string },
): Promise<{ rows: WireHistoryItem[]; total: number }> {
  const { rows, total } = await paymentsOf(db, userId, request)
  return { rows: rows.map(wireHistoryItem), total }
}
