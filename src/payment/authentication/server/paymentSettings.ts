import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { readSetting } from '#kit/server/settings.ts'
import type { PaymentSettings } from '../../method/authenticationOutcomes.ts'

/** Missing or invalid fields have their defaults. */
const stored = z.object({
  closed: z.catch(z.array(z.string()), []),
  pixFirst: z.catch(z.boolean(), false),
  acceptsAttempted: z.catch(z.boolean(), false),
  credit: z.catch(z.enum(['off', 'data_only', 'challenge']), 'off'),
  creditFromCents: z.catch(z.int().check(z.gte(0)), 0),
})

export async function readPaymentSettings(db: Db): Promise<PaymentSettings> {
  const read = z.safeParse(stored, (await readSetting(db, 'payment'))?.value ?? {})
  return read.success ? read.data : z.parse(stored, {})
}
