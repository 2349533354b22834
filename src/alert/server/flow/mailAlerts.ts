import * as z from 'zod/mini'
import { markup } from '#kit/markup.ts'
import { job } from '#kit/server/jobs/job.ts'
import { lotNames } from '#parking/server/flow/lotNames.ts'
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
    // The alerts were cleared before the mail.
    if (raised.length === 0) return
    const lot = (await lotNames(deps.db)).find(({ id }) => id === lotId)?.name ?? null
    const texts = raised.map(({ text }) => text)
    const mail = alertMail(texts, { lot, url: `${deps.publicUrl}/#/staff/alerts` })
    for (const to of await deps.alertTo())
      await deps.mailer.send(`alert_mail-${kind}-${lotId ?? 'all'}-${hour}-${to}`, { to, ...mail })
  },
})

function alertMail(texts: readonly string[], { lot, url }: { lot: string | null; url: string }) {
  const [first = ''] = texts
  const lines = texts.map((text) => `${text}.`)
  return {
    subject: lot === null || first.includes(lot) ? first : `${lot}: ${first}`,
    text: [...(lot === null ? [] : [lot]), ...lines, url].join('\n\n'),
    html: [
      ...(lot === null ? [] : [markup`<p>${lot}</p>`.html]),
      ...lines.map((line) => markup`<p>${line}</p>`.html),
      markup`<p><a href="${url}">Abrir os avisos</a></p>`.html,
    ].join('\n'),
  }
}
