import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import {
  readSettingWithField,
  readSettingField,
  lockSettings,
  readSetting,
  writeSetting,
} from '#kit/server/settings.ts'
import { timeZone } from '#parking/backoffice.ts'
import { pageSettings } from '../../pageSettingsSchema.ts'
import { type PageSettings, defaultPageSettings, blankOperator } from '../../pageSettings.ts'
import { type IdentityField, missingIdentity } from '../../settingsWarnings.ts'
import { isoIn } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'

/** `captchaEnabled` switches the configured human check on or off. */
export const storedPageSchema = z.extend(z.partial(pageSettings), {
  captchaEnabled: z.optional(z.boolean()),
  operatorTimeZone: z.optional(timeZone),
})

/** An unreadable field counts as unset. */
export function readStoredPage(value: unknown): z.output<typeof storedPageSchema> {
  const whole = z.safeParse(storedPageSchema, value ?? {})
  if (whole.success) return whole.data
  const wrong = new Set(whole.error.issues.map(({ path }) => path[0]))
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const rest = fields.filter(([name]) => !wrong.has(name))
  const readable = z.safeParse(storedPageSchema, Object.fromEntries(rest))
  return readable.success ? readable.data : {}
}

/** With `usesDemoOperator` unset fields show the demo's operator. */
export async function readPageSettings(
  db: Db,
  {
    usesDemoOperator,
    ...fixed
  }: Pick<PageSettings, 'captcha' | 'demo' | 'recaptchaSiteKey'> & { usesDemoOperator: boolean },
): Promise<PageSettings> {
  const { value, text: logo } = await readSettingWithField(db, 'page', { key: 'logo', field: 'name' })
  const { captchaEnabled = true, operatorTimeZone: _, ...stored } = readStoredPage(value)
  const page = { ...defaultPageSettings, ...(usesDemoOperator ? {} : blankOperator), ...stored }
  return {
    ...page,
    copyright: page.copyright || page.operatorName,
    ...fixed,
    ...(captchaEnabled ? {} : { captcha: 'off' as const }),
    logoUrl: logo === null ? (page.logoUrl ?? null) : `/logo/${logo}`,
  }
}

export async function readAlertEmail(db: Db): Promise<string | null> {
  const email = await readSettingField(db, 'alert', 'email')
  return email === '' ? null : email
}

/** The date of the terms that an operator of production publishes first (docs/spec.md#r33). */
export function dayOf(now: Date, operatorTimeZone: string): string {
  return isoIn(operatorTimeZone, now).slice(0, 10)
}

export async function readOperatorTimeZone(db: Db): Promise<z.output<typeof timeZone>> {
  return readStoredPage((await readSetting(db, 'page'))?.value).operatorTimeZone ?? 'America/Sao_Paulo'
}

/** In production no payment is taken before these are saved as the operator's own (docs/spec.md#r36). */
export async function missingIdentityFields(db: Db): Promise<IdentityField[]> {
  return missingIdentity(readStoredPage((await readSetting(db, 'page'))?.value))
}

export async function saveIdentity(db: Db, identity: Readonly<Record<IdentityField, string>>, now: Date) {
  await transaction(db, async (tx) => {
    await lockSettings(tx, ['page'])
    const page = readStoredPage((await readSetting(tx, 'page'))?.value)
    const termsRevisedAt = dayOf(now, await readOperatorTimeZone(tx))
    await writeSetting(tx, 'page', { termsRevisedAt, ...page, ...identity }, now)
  })
}
