import type { Db } from '#db/schema.ts'
import { writeSetting } from '#kit/server/settings.ts'
import { toReais } from '#kit/money.ts'
import type { PaymentSettings } from '#payment/authentication/ends.ts'
import { readPaymentSettings } from '#payment/server/flow/authentication/paymentSettings.ts'
import type { PayingEntry, WirePaying } from '../../paying.ts'

/** What the operator chose about paying, as staff edit it. */
export async function payingOf(db: Db): Promise<WirePaying> {
  const { closed, acceptsAttempted, credit, creditFromCents } = await readPaymentSettings(db)
  return {
    payCredit: !closed.includes('credit'),
    payDebit: !closed.includes('debit'),
    payPix: !closed.includes('pix'),
    acceptsAttempted,
    creditAuthentication: credit,
    creditAuthenticationFrom: toReais(creditFromCents),
  }
}

/** Writes it; what an entry leaves out is as it was. In the caller's transaction, with the settings locked. */
export async function writePaying(db: Db, entry: PayingEntry, now: Date): Promise<void> {
  const next = { ...(await payingOf(db)), ...given(entry) }
  const methods = { credit: next.payCredit, debit: next.payDebit, pix: next.payPix }
  const value: PaymentSettings = {
    closed: Object.entries(methods).flatMap(([name, isOpen]) => (isOpen ? [] : [name])),
    acceptsAttempted: next.acceptsAttempted,
    credit: next.creditAuthentication,
    creditFromCents: Math.round(next.creditAuthenticationFrom * 100),
  }
  await writeSetting(db, 'payment', value, now)
}

function given(entry: PayingEntry): Partial<WirePaying> {
  const { payCredit, payDebit, payPix, acceptsAttempted } = entry
  const { creditAuthentication, creditAuthenticationFrom } = entry
  return {
    ...(payCredit === undefined ? {} : { payCredit }),
    ...(payDebit === undefined ? {} : { payDebit }),
    ...(payPix === undefined ? {} : { payPix }),
    ...(acceptsAttempted === undefined ? {} : { acceptsAttempted }),
    ...(creditAuthentication === undefined ? {} : { creditAuthentication }),
    ...(creditAuthenticationFrom === undefined ? {} : { creditAuthenticationFrom }),
  }
}
