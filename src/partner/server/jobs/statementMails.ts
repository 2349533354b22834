import * as z from 'zod/mini'
import { sql } from 'kysely'
import { endOfMonth, plusMonths } from '#kit/calendar.ts'
import { hourMs, isoIn, addMs } from '#kit/clock.ts'
import { reaisText } from '#kit/money.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { job } from '#kit/server/jobs/job.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import { statementMail } from '../../mails.ts'
import type { PartnerDeps } from '../deps.ts'
import { readStatementLines, statementCsv, sumStatement } from '../statement.ts'

/** Mails the statement of a month to the shop's address. */
export const statementMailJob = job({
  name: 'partner_statement',
  lane: 'mail',
  keptDays: 30,
  payload: z.object({ partnerId: z.number(), month: z.string() }),
  run: async (deps: PartnerDeps, { partnerId, month }) => {
    const partners = deps.db
      .selectFrom('partner')
      .select(['name', 'email', 'active'])
      .where('id', '=', partnerId)
    const shop = await partners.executeTakeFirst()
    if (!shop?.email) return
    const lines = await readStatementLines(deps.db, { partnerId, month, lots: null })
    if (!shop.active && lines.length === 0) return
    const { count, granted, owed } = sumStatement(lines)
    const { name: operator } = await deps.operator()
    const facts = [
      { label: 'Convênios', value: String(count) },
      { label: 'Concedido', value: reaisText(granted) },
      { label: 'A cobrar', value: reaisText(owed) },
    ]
    const mail = statementMail({
      operator,
      shop: shop.name,
      month: `${month.slice(5)}/${month.slice(0, 4)}`,
      facts,
    })
    const file = {
      name: `extrato-convenio-${month}.csv`,
      type: 'text/csv; charset=utf-8; header=present',
      content: await statementCsv(lines),
    }
    await deps.mailer.send(`partner-statement-${partnerId}-${month}`, {
      to: shop.email,
      ...mail,
      files: [file],
    })
  },
})

/** After midnight of the 1st, in all zones of the operator's lots. */
const delayMs = 6 * hourMs

/** On the 1st, enqueues the last month's statement of each partner with an e-mail, once. An inactive one gets none without validations. */
export async function enqueueStatements({ db, clock, operatorTimeZone }: PartnerDeps): Promise<void> {
  const now = clock.now()
  const today = isoIn(await operatorTimeZone(), addMs(now, -delayMs)).slice(0, 10)
  const month = plusMonths(`${today.slice(0, 7)}-01`, -1).slice(0, 7)
  const ended = endOfMonth(`${month}-01`)
  await transaction(db, async (tx) => {
    const { rows } = await sql<{ id: number; email: string | null }>`
      update partner set statement_month = ${month}
      where (statement_month is null or statement_month < ${month}) and created_at < ${ended}::date + interval '1 day'
      returning id, email`.execute(tx)
    for (const { id } of rows.filter(({ email }) => email !== null))
      await enqueue(tx, statementMailJob, { partnerId: id, month }, { key: `statement-${id}-${month}`, now })
  })
}
