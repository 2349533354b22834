import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { defaultPageSettings, pageSettings, type PageSettings } from '../../pageSettings.ts'

/** The row `page`: what the operator set. `captchaEnabled` switches the check that the environment names on or off. */
export const storedPage = z.extend(z.partial(pageSettings), { captchaEnabled: z.optional(z.boolean()) })

/** What the operator set, over the defaults. Read on each use: a change reaches the page without a rebuild. */
export async function readPageSettings(
  db: Db,
  fixed: Pick<PageSettings, 'captcha' | 'demo' | 'cepLookup' | 'recaptchaSiteKey'>,
): Promise<PageSettings> {
  const rows = await db
    .selectFrom('setting')
    .select(['key', 'value'])
    .where('key', 'in', ['page', 'logo'])
    .execute()
  const stored = z.safeParse(storedPage, rows.find(({ key }) => key === 'page')?.value ?? {})
  const { captchaEnabled = true, ...page } = stored.success ? stored.data : {}
  const logo = z.safeParse(z.object({ name: z.string() }), rows.find(({ key }) => key === 'logo')?.value)
  return {
    ...defaultPageSettings,
    ...page,
    ...fixed,
    ...(captchaEnabled ? {} : { captcha: 'off' as const }),
    logoUrl: logo.success ? `/logo/${logo.data.name}` : (page.logoUrl ?? null),
  }
}
