import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import type { LotRow } from './store.ts'

export type ClosingLot = {
  readonly id: number
  readonly name: string
  readonly timeZone: string
  readonly delayMinutes: number
  readonly emails: readonly string[]
}

const emailList = z.array(z.string())

export function closingSettingsOf(lot: Pick<LotRow, 'closing_delay_minutes' | 'closing_emails'>) {
  return { delayMinutes: lot.closing_delay_minutes, emails: z.parse(emailList, lot.closing_emails) }
}

export function tillSettingsOf(lot: Pick<LotRow, 'till_blind' | 'till_difference_cents'>) {
  return { blind: lot.till_blind, differenceCents: lot.till_difference_cents }
}

export async function readClosingLots(db: Db): Promise<ClosingLot[]> {
  const lots = await db
    .selectFrom('lot')
    .select(['id', 'name', 'time_zone', 'closing_delay_minutes', 'closing_emails'])
    .orderBy('id')
    .execute()
  return lots.map((lot) => ({
    id: lot.id,
    name: lot.name,
    timeZone: lot.time_zone,
    ...closingSettingsOf(lot),
  }))
}
