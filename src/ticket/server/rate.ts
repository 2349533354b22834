import type { Db } from '#db/schema.ts'
import { rateFacts } from '../tariffEntry.ts'
import { latestTariff } from './backoffice/tariffs.ts'

/** What a car pays that enters this lot now, in words; nothing while the lot has no tariff, or is none. */
export async function rateOf(db: Db, lotId: number): Promise<{ label: string; value: string }[]> {
  const tariff = await latestTariff(db, lotId)
  return tariff === null ? [] : rateFacts(tariff.rules)
}
