import { minuteMs, plus } from '#kit/clock.ts'
import { job } from '#kit/server/jobs/job.ts'
import { isCaseKind } from '#payment/cases.ts'
import {
  alertMail,
  blockedMail,
  doubtMail,
  plateTwiceMail,
  type StaffMail,
  unlistedMail,
} from '../alertMail.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { alertKind, unlistedKind } from '#payment/server/ledger/staffAlerts.ts'
import { plateTwiceKind } from '#payment/server/ledger/plateAlert.ts'
import { blockedKind, doubtKind } from '#payment/server/ledger/acquirerAlerts.ts'

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
    await mailStaff(deps, `alert-${kind}-${hour}`, mail)
  },
})

async function mailStaff(deps: PaymentDeps, key: string, mail: StaffMail): Promise<void> {
  for (const to of await deps.alertTo()) await deps.mailer.send(`${key}-${to}`, { to, ...mail })
}

export const doubtJob = job({
  ...doubtKind,
  run: (deps: PaymentDeps, { acquirer, why, hour }) =>
    mailStaff(deps, `doubt-${acquirer}-${hour}`, doubtMail(acquirer, why)),
})

export const unlistedJob = job({
  ...unlistedKind,
  run: (deps: PaymentDeps, { acquirer, code, hour }) =>
    mailStaff(deps, `unlisted-${acquirer}-${hour}`, unlistedMail(acquirer, code)),
})

export const blockedJob = job({
  ...blockedKind,
  run: (deps: PaymentDeps, { hour, ...blocked }) => {
    const { acquirer, host, directive } = blocked
    return mailStaff(deps, `blocked-${acquirer}-${hour}-${host}-${directive}`, blockedMail(blocked))
  },
})

export const plateTwiceJob = job({
  ...plateTwiceKind,
  run: (deps: PaymentDeps, { lot, codes, hour }) =>
    mailStaff(deps, `plate-twice-${codes.join('-')}-${hour}`, plateTwiceMail(lot, codes, deps.publicUrl)),
})
