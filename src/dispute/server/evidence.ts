import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { consentsOf } from '#account/server/consents.ts'
import { brandName } from '#acquirer/brands.ts'
import { formatTaxId, maskTaxId } from '#kit/brazil.ts'
import { isoIn } from '#kit/clock.ts'
import { humanMoney } from '#kit/money.ts'
import { auditOf } from '#kit/server/auditRows.ts'
import { instantFormat } from '#kit/text/formats.ts'
import { isPaid } from '#payment/paymentState.ts'
import { payerOf } from '#payment/server/store.ts'
import { protocolOf } from '#payment/texts.ts'
import { writeReceipt } from '#receipt/receipt.ts'
import { receiptOf } from '#receipt/server/receiptOf.ts'
import {
  openPaymentFile,
  type PaymentFile,
  wireMovements,
  wireSale,
} from '#review/server/backoffice/openPaymentFile.ts'
import { replacementChain } from '#ticket/server/store.ts'
import type { WireEvidence } from '../backoffice.ts'
import type { DisputeDeps } from './deps.ts'

type Attempt = PaymentFile['attempts'][number]

/** `wholeTaxId`: the CPF is not masked. */
export async function evidenceOf(
  deps: DisputeDeps,
  { paymentId, attemptId, wholeTaxId }: { paymentId: number; attemptId: number; wholeTaxId: boolean },
): Promise<WireEvidence> {
  const file = await openPaymentFile(deps.db, paymentId)
  const { payment, attempts } = file
  const sale = attempts.find(({ id }) => id === attemptId)
  const iso = (at: Date) => isoIn(payment.time_zone, at)
  const stay = await stayOf(deps.db, payment.ticket_id, iso)
  const payer = payerOf(payment)
  const hasReceipt = sale !== undefined && isPaid(payment.state) && payer !== null
  return {
    text: shortText(file, stay !== null),
    receipt: hasReceipt ? writeReceipt((await receiptOf(deps, payment, sale)).receipt) : null,
    stay,
    payer: payer && {
      name: payer.name,
      tax_id: wholeTaxId ? formatTaxId(payer.taxId) : maskTaxId(payer.taxId),
      email: payer.email,
      phone: payer.phone,
    },
    terms: await termsOf(deps.db, payment, iso),
    sale: sale ? saleOf(sale) : null,
    ...wireMovements(file),
    mails: await mailsOf(deps.db, file, iso),
  }
}

/** Agreed with the payment, else with the account before it. */
async function termsOf(
  db: Db,
  { agreed_terms: version, agreed_at: at, user_id: userId, created_at: paidFrom }: PaymentFile['payment'],
  iso: (at: Date) => string,
): Promise<WireEvidence['terms']> {
  if (version !== null) return { version, agreed_at: at && iso(at) }
  const given = userId === null ? [] : await consentsOf(db, userId)
  const terms = given.find((consent) => consent.kind === 'terms' && consent.at <= paidFrom)
  return terms ? { version: terms.terms_version, agreed_at: iso(terms.at) } : null
}

function saleOf(sale: Attempt): WireEvidence['sale'] {
  const { card_brand: brand, card_last_digits: digits } = sale
  return {
    card: digits === null ? null : `${brand === null ? 'Cartão' : brandName(brand)} final ${digits}`,
    ...wireSale(sale),
  }
}

/** Of a lost ticket that of its newest replacement, which alone knows the exit. */
export async function stayOf(db: Db, ticketId: number | null, iso: (at: Date) => string) {
  if (ticketId === null) return null
  const newest = (await replacementChain(db, ticketId)).at(-1) ?? ticketId
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

async function mailsOf(db: Db, { payment, attempts }: PaymentFile, iso: (at: Date) => string) {
  const keys = attempts.map(({ id }) => `receipt-${id}`)
  const waiting = await db
    .selectFrom('job')
    .select('id')
    .where('unique_key', 'in', keys)
    .where('done_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  const copies = (await auditOf(db, 'payment', [payment.id])).filter(
    ({ action }) => action === 'receipt_sent',
  )
  const hasEmail = (payerOf(payment)?.email ?? null) !== null
  const first = payment.paid_at !== null && hasEmail && !waiting ? [payment.paid_at] : []
  return [
    ...first.map((at) => ({ subject: 'Recibo', at: iso(at) })),
    ...copies.map(({ at }) => ({ subject: 'Recibo enviado de novo', at: iso(at) })),
  ]
}

const minuteText = instantFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' })
const mostCharacters = 100

/** The acquirer's form takes 100 characters. */
function shortText({ payment }: PaymentFile, hasStay: boolean): string {
  const what = hasStay ? 'Estadia utilizada' : 'Reserva de vaga'
  const paid = payment.paid_at ? `, paga em ${minuteText(payment.paid_at, payment.time_zone)}` : ''
  return `${what}${paid}: R$ ${humanMoney(payment.amount_cents)}. Protocolo ${protocolOf(payment)}.`.slice(
    0,
    mostCharacters,
  )
}
