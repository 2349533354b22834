import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { readSetting, writeSetting } from '#kit/server/settings.ts'
import { type FeeRow, feeRows } from '../fees.ts'

/** The key of the settings row. */
export const feesKey = 'fees'

const stored = z.object({ rows: feeRows })

/** The acquirers' fees as set; none before. */
export async function readFees(db: Db): Promise<readonly FeeRow[]> {
  const row = await readSetting(db, feesKey)
  return row ? z.parse(stored, row.value).rows : []
}

/** Stores the fees in the caller's transaction, which must have locked the row. */
export async function writeFees(db: Db, rows: readonly FeeRow[], now: Date): Promise<void> {
  await writeSetting(db, feesKey, { rows }, now)
}
