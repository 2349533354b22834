import type { Db } from '#db/schema.ts'
import { writeSetting } from '#kit/server/settings.ts'
import { toReais } from '#kit/money.ts'
import type { PaymentSettings } from '#payment/method/authenticationEnds.ts'
import { bySetting, methodNames, methods } from '#payment/method/method.ts'
import { readPaymentSettings } from '#payment/authentication/server/paymentSettings.ts'
import type { PayingEntry, WirePaying } from '../../paying.ts'

export async function readPaying(db: Db): Promise<WirePaying> {
  const { closed, pixFirst, acceptsAttempted, credit, creditFromCents } = await readPaymentSettings(db)
  return {
    ...bySetting(({ name }) => !closed.includes(name)),
    pixFirst,
    acceptsAttempted,
    creditAuthentication: credit,
    creditAuthenticationFrom: toReais(creditFromCents),
  }
}

/** Absent fields stay unchanged. The settings must be locked. */
export async function writePaying(db: Db, entry: PayingEntry, now: Date): Promise<void> {
  const was = await readPaying(db)
  const from = entry.creditAuthenticationFrom ?? was.creditAuthenticationFrom
  const value: PaymentSettings = {
    closed: methodNames.filter((name) => {
      const { setting } = methods[name]
      return !(entry[setting] ?? was[setting])
    }),
    pixFirst: entry.pixFirst ?? was.pixFirst,
    acceptsAttempted: entry.acceptsAttempted ?? was.acceptsAttempted,
    credit: entry.creditAuthentication ?? was.creditAuthentication,
    creditFromCents: Math.round(from * 100),
  }
  await writeSetting(db, 'payment', value, now)
}
