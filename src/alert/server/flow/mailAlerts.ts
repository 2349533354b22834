import { job } from '#kit/server/jobs/job.ts'
import { lotNames } from '#parking/server/flow/lotNames.ts'
import { alertMail } from '../../alertMail.ts'
import type { AlertDeps } from '../deps.ts'
import { alertMailKind } from './mailKind.ts'

export const alertMailJob = job({
  ...alertMailKind,
  run: async (deps: AlertDeps, { kind, lotId, hour }) => {
    const raised = await deps.db
      .selectFrom('alert')
      .select('text')
      .where('kind', '=', kind)
      .where('lot_id', lotId === null ? 'is' : '=', lotId)
      .where('raised_at', 'is not', null)
      .where('cleared_at', 'is', null)
      .orderBy('id')
      .execute()
    // They were cleared before the mail.
    if (raised.length === 0) return
    const lot = (await lotNames(deps.db)).find(({ id }) => id === lotId)?.name ?? null
    const texts = raised.map(({ text }) => text)
    const mail = alertMail(texts, { lot, url: `${deps.publicUrl}/#/staff/alerts` })
    for (const to of await deps.alertTo())
      await deps.mailer.send(`alert_mail-${kind}-${lotId ?? 'all'}-${hour}-${to}`, { to, ...mail })
  },
})
