import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { readSetting } from '#kit/server/settings.ts'
import { type FeeRow, feeRows } from '../fees.ts'

export const feesKey = 'fees'

const storedFees = z.object({ rows: z._default(feeRows, []) })

export async function readFees(db: Db): Promise<readonly FeeRow[]> {
  return z.parse(storedFees, (await readSetting(db, feesKey))?.value ?? {}).rows
}

/** Of every closing: fees are estimated by these names. */
export async function listClosedAcquirers(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('closing_line')
    .select('acquirer')
    .distinct()
    .where('acquirer', 'is not', null)
    .execute()
  return rows.flatMap(({ acquirer }) => acquirer ?? [])
}
