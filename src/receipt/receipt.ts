import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { brandDisplayName } from '#acquirer/brands.ts'
import { formatTaxId } from '#kit/brazil.ts'
import { reaisText } from '#kit/money.ts'
import { methodRow, type PaymentType } from '#payment/method/method.ts'
import { createDateFormat } from '#kit/text/formats.ts'

/** Centavos, UTC instants shown in `timeZone`, ids without punctuation. */
export type Receipt = {
  readonly operatorName: string
  readonly operatorCnpj: string
  readonly lotName: string
  readonly ticketCode: string
  readonly plate: string | null
  readonly enteredAt: Date | null
  readonly paidAt: Date
  /** Null when the payment gives no exit. */
  readonly exitDeadlineAt: Date | null
  readonly dueCents: number
  readonly timeZone: string
  readonly amountCents: number
  /** Rows of the price that sum to `amountCents`, or none. */
  readonly lines: readonly { readonly text: string; readonly amountCents: number }[]
  readonly cardBrand: string | null
  readonly lastDigits: string | null
  readonly paymentType: PaymentType
  readonly nsu: string | null
  readonly authorisationCode: string | null
  readonly endToEndId: string | null
  readonly payerName: string
  readonly portalUrl: string
  /** Null where the receipt is not signed. */
  readonly proofUrl: string | null
  readonly contestUrl: string
}

export type Row = { readonly label: string; readonly value: string }

export type FormattedReceipt = ReturnType<typeof formatReceipt>

/**
 * Mail and page show every row of `times`, `lines` and `card`. Deadlines are empty without an exit deadline;
 * `deadlineText` has the day only if it is not that of the payment (docs/spec.md#r19).
 */
export function formatReceipt(receipt: Receipt) {
  const { exitDeadlineAt: until, paidAt, enteredAt, timeZone } = receipt
  const instant = (at: Date) => `${dayText(at, timeZone)} às ${clockText(at, timeZone)}`
  const time = until === null ? '' : clockText(until, timeZone)
  const date = until === null ? '' : dayText(until, timeZone)
  const isSameDay = date === dayText(paidAt, timeZone)
  return {
    operator: oneLine(receipt.operatorName),
    cnpj: formatTaxId(receipt.operatorCnpj),
    lot: oneLine(receipt.lotName),
    code: formatTicketCode(receipt.ticketCode),
    plate: receipt.plate === null ? null : oneLine(receipt.plate),
    payer: oneLine(receipt.payerName),
    amount: money(receipt.amountCents),
    deadlineTime: time,
    deadlineDate: date,
    deadlineText: until === null || isSameDay ? time : `${date.slice(0, 5)} às ${time}`,
    due: receipt.dueCents === 0 ? null : money(receipt.dueCents),
    times: [
      ...(enteredAt === null ? [] : [row('Entrada', instant(enteredAt))]),
      row('Pago em', instant(paidAt)),
    ],
    lines: receipt.lines.map(({ text, amountCents }) => row(text, money(amountCents))),
    card: cardRows(receipt),
    brand: receipt.cardBrand,
    portalUrl: receipt.portalUrl,
    proofUrl: receipt.proofUrl,
    contestUrl: receipt.contestUrl,
  }
}

function cardRows({ paymentType, cardBrand, lastDigits, ...ids }: Receipt): Row[] {
  const type = methodRow(paymentType).receiptText
  const card = [cardBrand && brandDisplayName(cardBrand), lastDigits && `final ${lastDigits}`]
    .filter(Boolean)
    .join(' ')
  const rows = [
    card === '' ? { label: 'Pagamento', value: type } : { label: type, value: card },
    { label: 'NSU', value: ids.nsu },
    { label: 'Autorização', value: ids.authorisationCode },
    { label: 'Id do Pix', value: ids.endToEndId },
  ]
  return rows.flatMap(({ label, value }) => (value ? [row(label, value)] : []))
}

function row(label: string, value: string): Row {
  return { label: oneLine(label), value: oneLine(value) }
}

function money(cents: number): string {
  return oneLine(reaisText(cents))
}

const dayText = createDateFormat('pt-BR', { dateStyle: 'short' })
const clockText = createDateFormat('pt-BR', { timeStyle: 'short' })

/** Typed text must not forge lines. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ').trim()
}
