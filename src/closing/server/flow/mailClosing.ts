import * as z from 'zod/mini'
import { formatDay } from '#kit/calendar.ts'
import { hourMs, addMs } from '#kit/clock.ts'
import { formatTaxId } from '#kit/brazil.ts'
import { fail } from '#kit/fail.ts'
import { reaisText } from '#kit/money.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { job } from '#kit/server/jobs/job.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import type { MailFile } from '#kit/server/mail/mailer.ts'
import { renderMail } from '#kit/text/renderMail.ts'
import { readClosingLots } from '#parking/server/closingLots.ts'
import type { StaffMember } from '#session/server/caller.ts'
import { hasTill } from '#till/server/store.ts'
import { cellOf } from '#staff/server/exports/cells.ts'
import { csvFile } from '#staff/server/exports/csv.ts'
import { shownTotals } from '../../totals.ts'
import type { ClosingDeps } from '../deps.ts'
import { lineColumns } from '../exports/lineColumns.ts'
import { lockClosings } from '../closingStarts.ts'
import { compareLines } from '../../document.ts'
import { closingsByIds, type ClosingWithLines, findClosing, insertClosingMail, withLines } from '../store.ts'

export const closingMailJob = job({
  name: 'closing_mail',
  lane: 'mail',
  keptDays: 30,
  /** `request` is set when staff ask for the mail again. */
  payload: z.object({ closingId: z.number(), request: z.optional(z.string()) }),
  run: async (deps: ClosingDeps, { closingId, request = '' }) => {
    const [closing] = await withLines(deps.db, await closingsByIds(deps.db, [closingId]))
    if (!closing) throw new Error(`closing ${closingId} is not stored`)
    const lot = (await readClosingLots(deps.db)).find(({ id }) => id === closing.lot_id)
    if (!lot) throw new Error(`closing ${closingId} has no lot`)
    const url = `${deps.publicUrl}/#/staff/closings/${closingId}`
    const sender = operatorText(await deps.operator())
    const sums = shownTotals(await hasTill(deps.db, closing.lot_id))
    const mail = {
      ...composeClosingMail(closing, sums, { operator: sender, url }),
      files: [await linesCsv(closing)],
    }
    const key = request === '' ? `closing-${closingId}` : `closing-${closingId}-${request}`
    for (const to of lot.emails) {
      const isAccepted = await deps.mailer.send(`${key}-${to}`, { to, ...mail })
      const row = { closing_id: closingId, request, recipient: to, mailed_at: deps.clock.now() }
      if (isAccepted) await insertClosingMail(deps.db, row)
    }
  },
})

/** 'Guichê Estacionamentos, CNPJ 11.222.333/0001-81' */
function operatorText({ name, cnpj }: { name: string; cnpj: string }): string {
  return [name, ...(cnpj === '' ? [] : [`CNPJ ${formatTaxId(cnpj)}`])].join(', ')
}

type Sums = ReturnType<typeof shownTotals>
type MailParts = { readonly operator: string; readonly url: string }

function composeClosingMail(closing: ClosingWithLines, shown: Sums, { operator, url }: MailParts) {
  const { lot, number, day, digest, totals } = closing
  const sums = shown.map(([sum, label]) => ({ label, value: plainReais(totals[sum]) }))
  const mail = renderMail({
    operator,
    title: `Fechamento nº ${number} de ${formatDay(day)}`,
    lines: [`${lot}.`],
    facts: [...sums, { label: 'Resumo', value: digest.slice(0, 12) }],
    links: [{ label: 'Abrir o fechamento', url }],
  })
  const subject = `Fechamento nº ${number} - ${lot} - ${formatDay(day)} - ${plainReais(totals.total)}`
  return { ...mail, subject }
}

function plainReais(cents: number): string {
  return reaisText(cents).replace('\u00a0', ' ')
}

/** 'Praça São João' -> 'praca-sao-joao'. */
function fileWord(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
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
    name: `fechamento-${fileWord(lot)}-${number}-${day}.csv`,
    type: 'text/csv; charset=utf-8; header=present',
    content: Buffer.from(content),
  }
}
