import { minuteMs, plus } from '#kit/clock.ts'
import { job } from '#kit/server/jobs/job.ts'
import { isCaseKind } from '#payment/cases.ts'
import { alertMail, blockedMail, doubtMail, plateTwiceMail, unlistedMail } from '../alertMail.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { alertKind, unlistedKind } from '#payment/server/ledger/staffAlerts.ts'
import { plateTwiceKind } from '#payment/server/ledger/plateAlert.ts'
import { blockedKind, doubtKind } from '#payment/server/ledger/acquirerAlerts.ts'

/** A release that knows the kind may run then. */
const otherReleaseMs = 10 * minuteMs

export const alertJob = job({
  ...alertKind,
  run: async (deps: PaymentDeps, { kind, hour }) => {
    if (!isCaseKind(kind)) return { notBefore: plus(deps.clock.now(), otherReleaseMs) }
    const open = await deps.db
      .selectFrom('review_case')
      .select('amount_cents')
      .where('kind', '=', kind)
      .where('closed_at', 'is', null)
      .execute()
    if (open.length === 0) return
    const amounts = open.map(({ amount_cents }) => amount_cents)
    const mail = alertMail(kind, amounts, `${deps.publicUrl}/#/staff/review`)
    for (const to of await deps.alertTo())
      await deps.mailer.send(`alert-${kind}-${hour}-${to}`, { to, ...mail })
  },
})

export const doubtJob = job({
  ...doubtKind,
  run: async (deps: PaymentDeps, { acquirer, why, hour }) => {
    const mail = doubtMail(acquirer, why)
    for (const to of await deps.alertTo())
      await deps.mailer.send(`doubt-${acquirer}-${hour}-${to}`, { to, ...mail })
  },
})

export const unlistedJob = job({
  ...unlistedKind,
  run: async (deps: PaymentDeps, { acquirer, code, hour }) => {
    const mail = unlistedMail(acquirer, code)
    for (const to of await deps.alertTo())
      await deps.mailer.send(`unlisted-${acquirer}-${hour}-${to}`, { to, ...mail })
  },
})

export const blockedJob = job({
  ...blockedKind,
  run: async (deps: PaymentDeps, { hour, ...blocked }) => {
    const { acquirer, host, directive } = blocked
    const mail = blockedMail(blocked)
    for (const to of await deps.alertTo())
      await deps.mailer.send(`blocked-${acquirer}-${hour}-${host}-${directive}-${to}`, { to, ...mail })
  },
})

export const plateTwiceJob = job({
  ...plateTwiceKind,
  run: async (deps: PaymentDeps, { lot, codes, hour }) => {
    const mail = plateTwiceMail(lot, codes, deps.publicUrl)
    for (const to of await deps.alertTo())
      await deps.mailer.send(`plate-twice-${codes.join('-')}-${hour}-${to}`, { to, ...mail })
  },
})
