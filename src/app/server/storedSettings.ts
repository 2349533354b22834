import { canReserve } from '#payment/method/captureTerms.ts'
import { offeredMethods, openMethods } from '#payment/method/method.ts'
import { readPaymentSettings } from '#payment/authentication/server/paymentSettings.ts'
import { missingIdentityFields, readOperatorTimeZone, readPageSettings } from '#site/server/settings/store.ts'
import { termsText } from '#account/termsText.ts'
import { sha256 } from '#kit/text/sha256.ts'
import { fail } from '#kit/fail.ts'
import { hasCapture } from '#payment/server/findPayments.ts'
import type { Acquirers } from '#acquirer/acquirers.ts'
import type { Db } from '#db/schema.ts'
import type { SharedClock } from '#kit/clock.ts'
import { cachedSettings } from '#kit/server/settings.ts'
import type { Config } from './environment/environment.ts'
import type { Database } from './database.ts'

type Input = { config: Config; database: Database; clock: SharedClock; acquirers: Acquirers }

/** Without credit no space can be reserved (docs/spec.md#r40). */
export function storedSettings({ config, database: { db }, clock, acquirers }: Input) {
  const offered = offeredMethods(Object.values(acquirers.all))
  const paymentSettings = cachedSettings(db, clock, () => readPaymentSettings(db))
  const methods = async () => openMethods(offered, await paymentSettings())
  const storedPage = (within: Db) => {
    const { captcha, demo, recaptcha } = config
    const usesDemoOperator = !config.production
    return readPageSettings(within, { captcha, demo, recaptchaSiteKey: recaptcha.siteKey, usesDemoOperator })
  }
  const operatorTimeZone = cachedSettings(db, clock, () => readOperatorTimeZone(db))
  const termsHash = cachedSettings(db, clock, async (within) => sha256(termsText(await storedPage(within))))
  const pageSettings = async () => {
    const page = await storedPage(db)
    const open = await methods()
    return { ...page, methods: open.join(' '), reserveEnabled: page.reserveEnabled && canReserve(open) }
  }
  const missing = cachedSettings(db, clock, async () => (config.production ? missingIdentityFields(db) : []))
  const assertConfigured = async () => {
    if ((await missing()).length > 0 && !(await hasCapture(db))) throw fail('not_configured')
  }
  return {
    offered,
    paymentSettings,
    methods,
    pageSettings,
    operatorTimeZone,
    termsHash,
    missing,
    assertConfigured,
  }
}
