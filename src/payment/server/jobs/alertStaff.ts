import { job } from '#kit/server/jobs/job.ts'
import { alertMail } from '../../review/alertMail.ts'
import type { PaymentDeps } from '../deps.ts'
import { alertKind } from '../reviewCases.ts'

/** Job: tells the operator what stands in the queue, once an hour for each kind of case. */
export const alertJob = job({
  ...alertKind,
  run: async (deps: PaymentDeps, { kind, hour }) => {
    const open = await deps.db
      .selectFrom('review_case')
      .select('amount_cents')
      .where('kind', '=', kind)
      .where('closed_at', 'is', null)
      .execute()
    // Somebody was faster than the mail.
    if (open.length === 0) return
    const amounts = open.map(({ amount_cents }) => amount_cents)
    const mail = alertMail(kind, amounts, `${deps.publicUrl}/#/staff/review`)
    for (const to of await deps.alertTo())
      await deps.mailer.send(`alert-${kind}-${hour}-${to}`, { to, ...mail })
  },
})
