import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { listUserConsents } from '#account/server/consents.ts'
import { brandDisplayName } from '#acquirer/brands.ts'
import { formatTaxId, maskTaxId } from '#kit/brazil.ts'
import { isoIn } from '#kit/clock.ts'
import { humanMoney } from '#kit/money.ts'
import { findAuditRows } from '#kit/server/auditRows.ts'
import { createDateFormat } from '#kit/text/formats.ts'
import { isPaid } from '#payment/paymentState.ts'
import { payerOf } from '#payment/server/store.ts'
import { formatProtocol } from '#payment/texts.ts'
import { formatReceipt } from '#receipt/receipt.ts'
import { buildReceipt } from '#receipt/server/buildReceipt.ts'
import {
  loadPaymentDetails,
  type PaymentDetails,
  wireMovements,
  wireSale,
} from '#review/server/backoffice/paymentDetails.ts'
import { findReplacementChain } from '#ticket/server/store.ts'
import type { WireEvidence } from '../backoffice.ts'
import type { DisputeDeps } from './deps.ts'

type Attempt = PaymentDetails['attempts'][number]

/** `showsTaxId`: the CPF is not masked. */
export async function loadEvidence(
  deps: DisputeDeps,
  { paymentId, attemptId, showsTaxId }: { paymentId: number; attemptId: number; showsTaxId: boolean },
): Promise<WireEvidence> {
  const file = await loadPaymentDetails(deps.db, paymentId)
  const { payment, attempts } = file
  const sale = attempts.find(({ id }) => id === attemptId)
  const iso = (at: Date) => isoIn(payment.time_zone, at)
  const stay = await loadStayEvidence(deps.db, payment.ticket_id, iso)
  const payer = payerOf(payment)
  const hasReceipt = sale !== undefined && isPaid(payment.state) && payer !== null
  return {
    text: acquirerText(file, stay !== null),
    receipt: hasReceipt ? formatReceipt((await buildReceipt(deps, payment, sale)).receipt) : null,
    stay,
    payer: payer && {
      name: payer.name,
      tax_id: showsTaxId ? formatTaxId(payer.taxId) : maskTaxId(payer.taxId),
      email: payer.email,
      phone: payer.phone,
    },
    terms: await findTerms(deps.db, payment, iso),
    sale: sale ? wireSaleEvidence(sale) : null,
    ...wireMovements(file),
    mails: await findMails(deps.db, file, iso),
  }
}

/** Terms were agreed with the payment, else with the account before it. */
async function findTerms(
  db: Db,
  { agreed_terms: version, agreed_at: at, user_id: userId, created_at: paidFrom }: PaymentDetails['payment'],
  iso: (at: Date) => string,
): Promise<WireEvidence['terms']> {
  if (version !== null) return { version, agreed_at: at && iso(at) }
  const given = userId === null ? [] : await listUserConsents(db, userId)
  const terms = given.find((consent) => consent.kind === 'terms' && consent.at <= paidFrom)
  return terms ? { version: terms.terms_version, agreed_at: iso(terms.at) } : null
}

function wireSaleEvidence(sale: Attempt): WireEvidence['sale'] {
  const { card_brand: brand, card_last_digits: digits } = sale
  return {
    card: digits === null ? null : `${brand === null ? 'Cartão' : brandDisplayName(brand)} final ${digits}`,
    ...wireSale(sale),
  }
}

/** A lost ticket has the stay of its newest replacement, which alone knows the exit. */
export async function loadStayEvidence(db: Db, ticketId: number | null, iso: (at: Date) => string) {
  if (ticketId === null) return null
  const newest = (await findReplacementChain(db, ticketId)).at(-1) ?? ticketId
  const ticket = await db
    .selectFrom('ticket')
    .innerJoin('tariff', 'tariff.id', 'ticket.tariff_id')
    .select(['ticket.entered_at', 'ticket.gate', 'ticket.exited_at', 'ticket.exit_gate', 'ticket.plate'])
    .select(sql<string>`tariff.name || ' (versão ' || tariff.version || ')'`.as('tariff'))
    .where('ticket.id', '=', newest)
    .executeTakeFirst()
  if (!ticket) return null
  const { entered_at: enteredAt, exited_at: exitedAt, ...rest } = ticket
  return { ...rest, entered_at: iso(enteredAt), exited_at: exitedAt && iso(exitedAt) }
}

async function findMails(db: Db, { payment, attempts }: PaymentDetails, iso: (at: Date) => string) {
  const keys = attempts.map(({ id }) => `receipt-${id}`)
  const waiting = await db
    .selectFrom('job')
    .select('id')
    .where('unique_key', 'in', keys)
    .where('done_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  const audits = await findAuditRows(db, 'payment', [payment.id])
  const copies = audits.filter(({ action }) => action === 'receipt_sent')
  const hasEmail = (payerOf(payment)?.email ?? null) !== null
  const first = payment.paid_at !== null && hasEmail && !waiting ? [payment.paid_at] : []
  return [
    ...first.map((at) => ({ subject: 'Recibo', at: iso(at) })),
    ...copies.map(({ at }) => ({ subject: 'Recibo enviado de novo', at: iso(at) })),
  ]
}

const dateTimeText = createDateFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' })
const maxCharacters = 100

/** The acquirer's form takes 100 characters. */
function acquirerText({ payment }: PaymentDetails, hasStay: boolean): string {
  const what = hasStay ? 'Estadia utilizada' : 'Reserva de vaga'
  const paid = payment.paid_at ? `, paga em ${dateTimeText(payment.paid_at, payment.time_zone)}` : ''
  const text = `${what}${paid}: R$ ${humanMoney(payment.amount_cents)}. Protocolo ${formatProtocol(payment)}.`
  return text.slice(0, maxCharacters)
}
