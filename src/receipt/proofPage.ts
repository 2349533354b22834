import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { formatTaxId } from '#kit/brazil.ts'
import { type Markup, markup } from '#kit/markup.ts'
import { reaisText } from '#kit/money.ts'
import { createDateFormat } from '#kit/text/formats.ts'
import { canExitAt } from '#parking/exitDeadline.ts'
import { methodRow } from '#payment/method/method.ts'
import type { Proof } from './proof.ts'
import { proofStyle } from './proofStyle.ts'

export type ProofState = 'valid' | 'partly_refunded' | 'refunded'

export type Issuer = { readonly name: string; readonly cnpj: string }

export type VerifiedReceipt = {
  readonly proof: Proof
  /** `signed`: offline, only the signature was verified. */
  readonly state: ProofState | 'signed'
  /** Centavos. */
  readonly refundedCents: number
  readonly lot: string
  readonly timeZone: string
}

/** `isDeviceClock`: the instant is the device's word. */
type CheckStamp = {
  readonly text: string
  readonly at: Date
  readonly isDeviceClock?: boolean
  readonly note?: string
}

/** What the portal last said of a receipt, on a device that is offline. */
export type LastAnswer = { readonly state: ProofState; readonly refundedCents: number; readonly at: Date }

type StateStyle = { readonly tone: 'go' | 'warn' | 'stop'; readonly icon: string; readonly text: string }

const check = 'M5 12.5l4.5 4.5L19 7.5'
const cross = 'M6 6l12 12M18 6L6 18'
const styleByState: Readonly<Record<VerifiedReceipt['state'], StateStyle>> = {
  signed: { tone: 'warn', icon: check, text: 'ASSINATURA VÁLIDA' },
  valid: { tone: 'go', icon: check, text: 'RECIBO VÁLIDO' },
  partly_refunded: { tone: 'warn', icon: 'M12 5v9M12 18.5v.5', text: 'VÁLIDO, COM DEVOLUÇÃO DE' },
  refunded: { tone: 'stop', icon: cross, text: 'DEVOLVIDO' },
}
const unknownStyle: StateStyle = { tone: 'stop', icon: cross, text: 'NÃO RECONHECIDO' }

export const proofTexts = {
  title: 'Recibo de estacionamento',
  unknown: 'Recibo não reconhecido',
  now: 'Verificado agora',
  offline: 'Verificado sem internet',
  onlySignature: 'A situação de agora só com internet',
  forgotten:
    'Assinatura válida. O portal não guarda mais este pagamento, então uma devolução não pode ser conferida.',
  altered:
    'Este endereço não é de um recibo deste estacionamento, ou foi alterado. Peça o recibo a quem pagou e confira de novo.',
  unknownKey: 'Sem internet, este recibo não pôde ser reconhecido. Confira de novo com internet.',
  unable: 'Este navegador não confere sem internet',
  deviceClock: 'pelo relógio deste aparelho',
} as const

const dayText = createDateFormat('pt-BR', { dateStyle: 'short' })
const clockText = createDateFormat('pt-BR', { timeStyle: 'short' })

function instantText(at: Date, timeZone: string): string {
  return `${dayText(at, timeZone)} às ${clockText(at, timeZone)}`
}

/** The `main` of /r/ for a receipt whose signature is right. */
export function verifiedReceiptMain(issuer: Issuer, receipt: VerifiedReceipt, checked: CheckStamp): Markup {
  const { proof, timeZone, refundedCents } = receipt
  const { tone, icon } = styleByState[receipt.state]
  const stamped = stateText(receipt.state, refundedCents)
  const isSmall = refundedCents > 0 || (proof.exitUntil !== null && !canExitAt(proof.exitUntil, checked.at))
  const rows: readonly (readonly [string, string])[] = [
    ['Forma de pagamento', methodRow(proof.paymentType).text],
    ['Pago em', instantText(proof.paidAt, timeZone)],
    ...(refundedCents > 0 ? [['Devolvido', reaisText(refundedCents)] as const] : []),
    ['Protocolo', proof.protocol],
  ]
  const ticket = markup`<div class="stub"><p class="soft">${receipt.lot}</p><p class="code">${formatTicketCode(proof.ticketCode)}</p></div>
<div class="body">${stamp({ icon, text: stamped })}
<div class="pair">${exitUntilMarkup(proof.exitUntil, timeZone, isSmall)}<p><span class="soft">Valor pago</span><span class="big" translate="no">${reaisText(proof.amountCents)}</span></p></div>
<dl>${rows.map(([label, value]) => markup`<div><dt>${label}</dt><dd translate="no">${value}</dd></div>`)}</dl></div>`
  // The clock of a device that is before the payment is wrong.
  const isWrong = checked.isDeviceClock === true && checked.at < proof.paidAt
  return main(issuer, { title: proofTexts.title, tone, ticket, checked, timeZone, hasInstant: !isWrong })
}

function stateText(state: VerifiedReceipt['state'], refundedCents: number): string {
  const { text } = styleByState[state]
  return state === 'partly_refunded' ? `${text} ${reaisText(refundedCents)}` : text
}

/** 'Em 28/11/2026 às 10:06, com internet: DEVOLVIDO.' */
export function lastAnswerText({ state, refundedCents, at }: LastAnswer, timeZone: string): string {
  return `Em ${instantText(at, timeZone)}, com internet: ${stateText(state, refundedCents)}.`
}

/** The `main` of /r/ for any other text. */
export function renderUnknownReceipt(issuer: Issuer, checked: CheckStamp, timeZone: string): Markup {
  const { note = proofTexts.altered, ...when } = checked
  const ticket = markup`<div class="stub"><p class="soft">Recibo</p></div>
<div class="body">${stamp(unknownStyle)}<p>${note}</p></div>`
  return main(issuer, {
    title: proofTexts.unknown,
    tone: 'stop',
    ticket,
    checked: when,
    timeZone,
    hasInstant: true,
  })
}

/** The `main` of /r/ where nothing could be verified. */
export function messageMain(issuer: Issuer, title: string, text: string): Markup {
  return markup`<main><p class="soft">${issuer.name}</p><h1>${title}</h1><p>${text}</p>${footer(issuer)}</main>`
}

type Parts = {
  title: string
  tone: StateStyle['tone']
  ticket: Markup
  checked: CheckStamp
  timeZone: string
  hasInstant: boolean
}

function main(issuer: Issuer, { title, tone, ticket, checked, timeZone, hasInstant }: Parts): Markup {
  const note = checked.note && markup`<p>${checked.note}</p>`
  const clock = checked.isDeviceClock === true ? `, ${proofTexts.deviceClock}` : ''
  const instant = hasInstant && markup`<p class="soft">${instantText(checked.at, timeZone)}${clock}</p>`
  return markup`<main><div><p class="soft">${issuer.name}</p><h1>${title}</h1></div>
<article class="ticket ${tone}" aria-label="${title}">${ticket}</article>
<div><p class="checked">${checked.text}</p>${instant || ''}</div>${note}${footer(issuer)}</main>`
}

function stamp({ icon, text }: Pick<StateStyle, 'icon' | 'text'>): Markup {
  return markup`<p class="stamp"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${icon}"/></svg><span>${text}</span></p>`
}

/** Small where the deadline is past, or money went back. */
function exitUntilMarkup(at: Date | null, timeZone: string, isSmall: boolean): Markup | undefined {
  if (at === null) return undefined
  if (isSmall) return markup`<p class="soft">O prazo era até ${instantText(at, timeZone)}</p>`
  return markup`<p class="until"><span class="soft">Saída permitida até</span><span class="big" translate="no">${clockText(at, timeZone)}</span><span class="soft">${dayText(at, timeZone)}</span></p>`
}

function footer({ name, cnpj }: Issuer): Markup {
  return markup`<p class="soft">${name}<br>CNPJ ${formatTaxId(cnpj)}</p>
<nav><a href="">Conferir de novo</a><a href="/">Abrir o portal</a></nav>`
}

/** `known`: the script's keys and lots, as JSON. */
export function proofDocument(title: string, main: Markup, known?: string): string {
  const script = known && markup`<script src="/receipt.js" data-known="${known}" defer></script>`
  return markup`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${proofStyle}</style>
${script}
</head>
<body>
${main}
</body>
</html>
`.html
}
