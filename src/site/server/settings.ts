import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { defaultPageSettings, pageSettings, type PageSettings } from '../pageSettings.ts'

const storedSettings = z.partial(pageSettings)

/** What the operator set, over the defaults. Read on each use: a change reaches the page without a rebuild. */
export async function readPageSettings(
  db: Db,
  fixed: Pick<PageSettings, 'captcha' | 'demo' | 'cepLookup' | 'recaptchaSiteKey'>,
): Promise<PageSettings> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', 'page').executeTakeFirst()
  const stored = storedSettings.safeParse(row?.value ?? {})
  return { ...defaultPageSettings, ...fixed, ...(stored.success ? stored.data : {}) }
}
