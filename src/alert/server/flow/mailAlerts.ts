import * as z from 'zod/mini'
import { job } from '#kit/server/jobs/job.ts'
import { readLotNames } from '#parking/server/flow/readLotNames.ts'
import { mailStaff } from '#review/server/mailStaff.ts'
import type { AlertDeps } from '../deps.ts'

export const alertMailJob = job({
  name: 'alert_mail',
  lane: 'mail',
  keptDays: 30,
  payload: z.object({ kind: z.string(), lotId: z.nullable(z.number()), hour: z.string() }),
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
    const [first] = raised
    // The alerts were cleared before the mail.
    if (!first) return
    const lot = (await readLotNames(deps.db)).find(({ id }) => id === lotId)?.name ?? null
    const subject = lot === null || first.text.includes(lot) ? first.text : `${lot}: ${first.text}`
    const lines = [...(lot === null ? [] : [lot]), ...raised.map(({ text }) => `${text}.`)]
    await mailStaff(deps, `alert_mail-${kind}-${lotId ?? 'all'}-${hour}`, {
      subject,
      lines,
      links: [{ text: 'Abrir os avisos', url: `${deps.publicUrl}/#/staff/alerts` }],
    })
  },
})
