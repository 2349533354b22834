import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import type { Db } from '#db/schema.ts'
import { dayMs, addMs } from '#kit/clock.ts'
import { humanMoney } from '#kit/money.ts'
import { audit } from '#kit/server/audit.ts'
import { createDateFormat } from '#kit/text/formats.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { job } from '#kit/server/jobs/job.ts'
import { methodRow, methods } from '#payment/method/method.ts'
import { disputeKind } from '#payment/server/difference/saleEvents.ts'
import { mailStaff } from '#review/server/mailStaff.ts'
import { type DisputeKind, disputeKinds } from '../../states.ts'
import type { DisputeDeps } from '../deps.ts'
import { readDisputeSettings } from '../disputeSettings.ts'
import { disputes, type DisputeWithPayment } from '../store.ts'

/** Opens the dispute of a sale event once and mails staff. */
export const disputeJob = job({
  ...disputeKind,
  run: async (deps: DisputeDeps, { saleEventId }) => {
    await recordDispute(deps, saleEventId)
    const row = await disputes(deps.db).where('sale_event_id', '=', saleEventId).executeTakeFirst()
    if (row) await mailDispute(deps, row)
  },
})

async function recordDispute({ db, clock }: DisputeDeps, saleEventId: number): Promise<void> {
  const event = await findSaleEvent(db, saleEventId)
  // Retention has deleted the payment.
  if (!event) return
  const settings = await readDisputeSettings(db)
  const { kind, acquirer } = event
  const days = lookUp(settings.acquirers, acquirer) ?? settings.days
  const now = clock.now()
  await transaction(db, async (tx) => {
    const opened = await tx
      .insertInto('dispute')
      .values({
        sale_event_id: saleEventId,
        payment_id: event.payment_id,
        kind,
        amount_cents: event.amount_cents,
        notified_at: event.at,
        // No deadline is known for the special return of Pix.
        deadline_at: kind === 'med' ? null : addMs(event.at, days * dayMs),
        changed_at: now,
      })
      .onConflict((conflict) => conflict.column('sale_event_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!opened) return
    const about = { subject: 'dispute', subjectId: String(opened.id), action: 'open' } as const
    await audit(tx, { at: now, actor: 'acquirer', ...about, after: { amount_cents: event.amount_cents } })
  })
}

async function findSaleEvent(db: Db, saleEventId: number) {
  const row = await db
    .selectFrom('sale_event')
    .innerJoin('attempt', 'attempt.id', 'sale_event.attempt_id')
    .select(['sale_event.payment_id', 'sale_event.kind', 'sale_event.amount_cents', 'sale_event.at'])
    .select(['attempt.acquirer', 'attempt.payment_type'])
    .where('sale_event.id', '=', saleEventId)
    .executeTakeFirst()
  if (!row) return undefined
  const ofCard = row.kind === 'fraud_alert' ? 'fraud_alert' : 'chargeback'
  const kind: DisputeKind = methodRow(row.payment_type) === methods.pix ? 'med' : ofCard
  return { ...row, kind }
}

const dayText = createDateFormat('pt-BR', { dateStyle: 'short' })

async function mailDispute(deps: DisputeDeps, row: DisputeWithPayment): Promise<void> {
  const name = disputeKinds[row.kind]
  const amount = `R$ ${humanMoney(row.amount_cents)}`
  const lot = row.lot === null ? '' : `, ${row.lot}`
  const deadline =
    row.deadline_at === null
      ? 'Responda no site do banco o quanto antes.'
      : `Responda no site da adquirente até ${dayText(row.deadline_at, row.time_zone)}. Sem resposta, ela conta como perdida.`
  await mailStaff(deps, `dispute-${row.id}`, {
    title: `${name}: ${amount}`,
    lines: [`Ticket ${formatTicketCode(row.ticket_code)}${lot}: ${amount}.`, deadline],
    links: [{ label: 'Abrir a contestação', url: `${deps.publicUrl}/#/staff/disputes/${row.id}` }],
  })
}
