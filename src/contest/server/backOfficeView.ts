import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import { isoIn } from '#kit/clock.ts'
import { wireMoney } from '#kit/money.ts'
import { findAuditRows } from '#kit/server/auditRows.ts'
import { loadStayEvidence } from '#dispute/server/evidence.ts'
import {
  loadPaymentDetails,
  type PaymentDetails,
  wireMovements,
} from '#review/server/backoffice/paymentDetails.ts'
import type { StaffMember } from '#session/server/caller.ts'
import { isAllowed } from '#staff/level.ts'
import { toHistoryEvents, wireHistory } from '#staff/server/history.ts'
import { exitRefusalTexts } from '#ticket/auditTerms.ts'
import { backOfficeGate } from '#ticket/server/backoffice/ticketChanges.ts'
import { validationText } from '#ticket/server/stay.ts'
import { findReplacementChain, listValidationsOf } from '#ticket/server/store.ts'
import { readExitRefusals } from '#ticket/server/gate/exitRefusals.ts'
import { contestTrail } from '../auditTerms.ts'
import type { WireBackOfficeContest } from '../backoffice.ts'
import { ruleTexts } from '../rules.ts'
import { wireContestRow } from './contestsList.ts'
import type { ContestDeps } from './deps.ts'
import { computeDueAtPricing } from './ruleFacts.ts'
import { contestById } from './store.ts'

type Deps = Pick<ContestDeps, 'db' | 'clock' | 'people'>

/** Throws `not_found`. */
export async function wireBackOfficeContest(deps: Deps, id: number, member: StaffMember) {
  const row = await contestById(deps.db, id, member)
  const file = await loadPaymentDetails(deps.db, row.payment_id)
  const history = toHistoryEvents(contestTrail, await findAuditRows(deps.db, 'contest', [id]))
  return {
    ...wireContestRow(row, deps.clock.now()),
    text: row.text,
    reopened_text: row.reopened_text,
    answer: row.answer,
    rule: row.rule && ruleTexts[row.rule],
    extra_paid: row.extra_paid_cents > 0 ? wireMoney(row.extra_paid_cents) : null,
    kept: wireMoney(file.keptCents),
    evidence: await loadEvidence(deps, file),
    history: await wireHistory(deps, history, row.time_zone),
    is_disputed: file.cases.some(({ kind }) => kind === 'chargeback'),
    can_answer: row.state === 'open' && isAllowed(member.level, 'manager'),
  }
}

const priceLines = z.array(z.object({ text: z.string(), amountCents: z.number() }))

async function loadEvidence({ db }: Pick<ContestDeps, 'db'>, file: PaymentDetails) {
  const { payment } = file
  const iso = (at: Date) => isoIn(payment.time_zone, at)
  const lines = z.parse(priceLines, payment.breakdown)
  const due = await computeDueAtPricing(db, payment)
  const stay = await loadStayEvidence(db, payment.ticket_id, iso)
  return {
    ...wireMovements(file),
    price: {
      lines: lines.map(({ text, amountCents }) => ({ text, amount: wireMoney(amountCents) })),
      total: wireMoney(payment.amount_cents),
      due: due && wireMoney(due.cents),
    },
    stay,
    validations: await validationsOf(db, payment),
    gate: await gateAnswers(db, payment, stay),
  }
}

type Evidence = WireBackOfficeContest['evidence']
type Ticket = Pick<PaymentDetails['payment'], 'ticket_id' | 'time_zone'>

/** Without those that were undone. */
async function validationsOf(db: Db, { ticket_id: id, time_zone: zone }: Ticket) {
  if (id === null) return []
  const given = await listValidationsOf(db, await findReplacementChain(db, id))
  return given
    .filter(({ undone_at: undoneAt }) => undoneAt === null)
    .map((row) => ({
      text: validationText(row),
      at: isoIn(zone, row.at),
      granted: row.granted_cents === null ? null : wireMoney(row.granted_cents),
    }))
}

/** Lists refusals and the opening, oldest first, without an exit that staff recorded. */
async function gateAnswers(db: Db, { ticket_id: id, time_zone: zone }: Ticket, stay: Evidence['stay']) {
  if (id === null) return []
  const refused = (await readExitRefusals(db, id)).map(({ gate, at, reason, due_cents }) => ({
    gate,
    at: isoIn(zone, at),
    text: lookUp(exitRefusalTexts, reason) ?? reason,
    due: due_cents === null ? null : wireMoney(due_cents),
  }))
  const { exited_at: at = null, exit_gate: gate = null } = stay ?? {}
  const isOpened = at !== null && gate !== null && gate !== backOfficeGate
  const opened = isOpened ? [{ gate, at, text: 'abriu', due: null }] : []
  return [...refused, ...opened].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}
