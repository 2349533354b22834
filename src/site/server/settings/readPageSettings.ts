import { settingAndText } from '#kit/server/settings.ts'
import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { defaultPageSettings, pageSettings, type PageSettings } from '../../pageSettings.ts'

/** The row `page`: what the operator set. `captchaEnabled` switches the check that the environment names on or off. */
export const storedPage = z.extend(z.partial(pageSettings), { captchaEnabled: z.optional(z.boolean()) })

/** The fields of the stored row that can be read; one that cannot is as if it had not been set, and the others stand. */
export function readStoredPage(value: unknown): z.output<typeof storedPage> {
  const whole = z.safeParse(storedPage, value ?? {})
  if (whole.success) return whole.data
  const wrong = new Set(whole.error.issues.map(({ path }) => path[0]))
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const rest = fields.filter(([name]) => !wrong.has(name))
  const readable = z.safeParse(storedPage, Object.fromEntries(rest))
  return readable.success ? readable.data : {}
}

/** What the operator set, over the defaults. Read on each use: a change reaches the page without a rebuild. */
export async function readPageSettings(
  db: Db,
  fixed: Pick<PageSettings, 'captcha' | 'demo' | 'recaptchaSiteKey'>,
): Promise<PageSettings> {
  const { value, text: logo } = await settingAndText(db, 'page', { key: 'logo', field: 'name' })
  const { captchaEnabled = true, ...page } = readStoredPage(value)
  return {
    ...defaultPageSettings,
    ...page,
    ...fixed,
    ...(captchaEnabled ? {} : { captcha: 'off' as const }),
    logoUrl: logo === null ? (page.logoUrl ?? null) : `/logo/${logo}`,
  }
}
