import type { Db } from '#db/schema.ts'
import { rateFacts } from '../tariffEntry.ts'
import { latestTariff } from './backoffice/tariffs.ts'

export async function rateOf(db: Db, lotId: number): Promise<{ label: string; value: string }[]> {
  const tariff = await latestTariff(db, lotId)
  return tariff === null ? [] : rateFacts(tariff.rules)
}
