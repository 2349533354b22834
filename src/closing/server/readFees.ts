import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { readSetting, writeSetting } from '#kit/server/settings.ts'
import { type FeeRow, feeRows } from '../fees.ts'

export const feesKey = 'fees'

const stored = z.object({ rows: feeRows })

export async function readFees(db: Db): Promise<readonly FeeRow[]> {
  const row = await readSetting(db, feesKey)
  return row ? z.parse(stored, row.value).rows : []
}

/** The caller's transaction must have locked the row. */
export async function writeFees(db: Db, rows: readonly FeeRow[], now: Date): Promise<void> {
  await writeSetting(db, feesKey, { rows }, now)
}
