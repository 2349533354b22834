import * as z from 'zod/mini'
import { formatDay } from '#kit/calendar.ts'
import { hourMs, addMs } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { markup } from '#kit/markup.ts'
import { humanMoney } from '#kit/money.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { job } from '#kit/server/jobs/job.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import type { MailFile } from '#kit/server/mail/mailer.ts'
import { readClosingLots } from '#parking/server/closingLots.ts'
import type { StaffMember } from '#session/server/caller.ts'
import { cellOf } from '#staff/server/exports/cells.ts'
import { csvFile } from '#staff/server/exports/csv.ts'
import { totalTexts } from '../../totals.ts'
import type { ClosingDeps } from '../deps.ts'
import { lineColumns } from '../exports/lineColumns.ts'
import { lockClosings } from '../closingStarts.ts'
import { compareLines } from '../../document.ts'
import { closingsByIds, type ClosingWithLines, findClosing, withLines } from '../store.ts'

export const closingMailJob = job({
  name: 'closing_mail',
  lane: 'mail',
  keptDays: 30,
  /** `request` is set when staff ask for the mail again. */
  payload: z.object({ closingId: z.number(), request: z.optional(z.string()) }),
  run: async (deps: ClosingDeps, { closingId, request }) => {
    const [closing] = await withLines(deps.db, await closingsByIds(deps.db, [closingId]))
    if (!closing) throw new Error(`closing ${closingId} is not stored`)
    const lot = (await readClosingLots(deps.db)).find(({ id }) => id === closing.lot_id)
    if (!lot) throw new Error(`closing ${closingId} has no lot`)
    const url = `${deps.publicUrl}/#/staff/closings/${closingId}`
    const mail = { ...composeClosingMail(closing, url), files: [await linesCsv(closing)] }
    const key = request === undefined ? `closing-${closingId}` : `closing-${closingId}-${request}`
    for (const to of lot.emails) await deps.mailer.send(`${key}-${to}`, { to, ...mail })
  },
})

function composeClosingMail({ lot, number, day, digest, totals }: ClosingWithLines, url: string) {
  const rows = totalTexts.map(([sum, text]) => [text, `R$ ${humanMoney(totals[sum])}`] as const)
  const title = `Fechamento nº ${number} de ${formatDay(day)}`
  const sums = rows.map(([text, value]) => `${text}: ${value}`).join('\n')
  const digestText = `Resumo: ${digest.slice(0, 12)}`
  const html = [
    markup`<p>${lot}. ${title}.</p>`,
    markup`<table>${rows.map(([text, value]) => markup`<tr><td>${text}</td><td align="right">${value}</td></tr>`)}</table>`,
    markup`<p>${digestText}</p>`,
    markup`<p><a href="${url}">Abrir o fechamento</a></p>`,
  ]
  return {
    subject: `Fechamento nº ${number} - ${lot} - ${formatDay(day)} - R$ ${humanMoney(totals.total)}`,
    text: [`${lot}. ${title}.`, sums, digestText, url].join('\n\n'),
    html: html.map((part) => part.html).join('\n'),
  }
}

const maxMailsPerHour = 5

/** Throws `not_found`, `no_recipient`, `too_many_mails`. */
export async function requestClosingMail(deps: ClosingDeps, id: number, member: StaffMember): Promise<void> {
  const { db, clock } = deps
  const row = await findClosing(db, id, member)
  const lot = (await readClosingLots(db)).find((one) => one.id === row.lot_id)
  if (!lot || lot.emails.length === 0) throw fail('no_recipient')
  const now = clock.now()
  await transaction(db, async (tx) => {
    await lockClosings(tx, row.lot_id)
    const { requests } = await tx
      .selectFrom('audit')
      .select((eb) => eb.fn.countAll<number>().as('requests'))
      .where('subject', '=', 'closing')
      .where('subject_id', '=', String(id))
      .where('action', '=', 'closing_mailed')
      .where('at', '>', addMs(now, -hourMs))
      .executeTakeFirstOrThrow()
    if (requests >= maxMailsPerHour) throw fail('too_many_mails', { retryAfterSeconds: hourMs / 1000 })
    const request = String(now.getTime())
    await enqueue(tx, closingMailJob, { closingId: id, request }, { key: `closing-${id}-${request}`, now })
    const of = { subject: 'closing', subjectId: String(id), action: 'closing_mailed' } as const
    const after = { number: row.number, day: row.day }
    await audit(tx, { at: now, actor: member.actor, ...of, after })
  })
}

async function linesCsv({ lot, number, day, time_zone: zone, lines }: ClosingWithLines): Promise<MailFile> {
  const rows = lines
    .toSorted(compareLines)
    .map((line) => lineColumns.map((column) => cellOf(column, { ...line, lot, number, day }, zone)))
  const titles = lineColumns.map(({ title }) => title)
  let content = ''
  for await (const chunk of csvFile(titles, [rows])) content += chunk
  return {
    name: `fechamento-${number}-${day}.csv`,
    type: 'text/csv; charset=utf-8; header=present',
    content: Buffer.from(content),
  }
}
