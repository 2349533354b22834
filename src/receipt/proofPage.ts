import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { formatTaxId } from '#kit/brazil.ts'
import { type Markup, markup } from '#kit/markup.ts'
import { humanMoney } from '#kit/money.ts'
import { createDateFormat } from '#kit/text/formats.ts'
import { canExitAt } from '#parking/exitDeadline.ts'
import { methodRow } from '#payment/method/method.ts'
import type { Proof } from './proof.ts'
import { proofStyle } from './proofStyle.ts'

type ProofState = 'valid' | 'partly_refunded' | 'refunded'

export type Issuer = { readonly name: string; readonly cnpj: string }

export type VerifiedReceipt = {
  readonly proof: Proof
  readonly state: ProofState
  /** Centavos. */
  readonly refundedCents: number
  readonly lot: string
  readonly timeZone: string
}

type CheckStamp = { readonly text: string; readonly at: Date; readonly note?: string }

type StateStyle = { readonly tone: 'go' | 'warn' | 'stop'; readonly icon: string; readonly text: string }

const check = 'M5 12.5l4.5 4.5L19 7.5'
const cross = 'M6 6l12 12M18 6L6 18'
const styleByState: Readonly<Record<ProofState, StateStyle>> = {
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
  onlySignature: 'Assinatura válida. A situação de agora só com internet.',
  forgotten:
    'Assinatura válida. O portal não guarda mais este pagamento, então uma devolução não pode ser conferida.',
  altered:
    'Este endereço não é de um recibo deste estacionamento, ou foi alterado. Peça o recibo a quem pagou e confira de novo.',
  unknownKey: 'Sem internet, este recibo não pôde ser reconhecido. Confira de novo com internet.',
  unable: 'Este navegador não confere sem internet',
} as const

const dayText = createDateFormat('pt-BR', { dateStyle: 'short' })
const clockText = createDateFormat('pt-BR', { timeStyle: 'short' })

function moneyText(cents: number): string {
  return `R$\u00a0${humanMoney(cents)}`
}

function instantText(at: Date, timeZone: string): string {
  return `${dayText(at, timeZone)} às ${clockText(at, timeZone)}`
}

/** The `main` of /r/ for a receipt whose signature is right. */
export function verifiedReceiptMain(issuer: Issuer, receipt: VerifiedReceipt, checked: CheckStamp): Markup {
  const { proof, timeZone, refundedCents } = receipt
  const { tone, icon, text } = styleByState[receipt.state]
  const stamped = receipt.state === 'partly_refunded' ? `${text} ${moneyText(refundedCents)}` : text
  const rows: readonly (readonly [string, string])[] = [
    ['Forma de pagamento', methodRow(proof.paymentType).text],
    ['Pago em', instantText(proof.paidAt, timeZone)],
    ...(refundedCents > 0 ? [['Devolvido', moneyText(refundedCents)] as const] : []),
    ['Protocolo', proof.protocol],
  ]
  const ticket = markup`<div class="stub"><p class="soft">${receipt.lot}</p><p class="code">${formatTicketCode(proof.ticketCode)}</p></div>
<div class="body">${stamp({ icon, text: stamped })}
<div class="pair">${exitUntilMarkup(proof.exitUntil, timeZone, checked.at)}<p><span class="soft">Valor pago</span><span class="big" translate="no">${moneyText(proof.amountCents)}</span></p></div>
<dl>${rows.map(([label, value]) => markup`<div><dt>${label}</dt><dd translate="no">${value}</dd></div>`)}</dl></div>`
  return main(issuer, { title: proofTexts.title, tone, ticket, checked, timeZone })
}

/** The `main` of /r/ for any other text. */
export function renderUnknownReceipt(issuer: Issuer, checked: CheckStamp, timeZone: string): Markup {
  const { note = proofTexts.altered, ...when } = checked
  const ticket = markup`<div class="stub"><p class="soft">Recibo</p></div>
<div class="body">${stamp(unknownStyle)}<p>${note}</p></div>`
  return main(issuer, { title: proofTexts.unknown, tone: 'stop', ticket, checked: when, timeZone })
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
}

function main(issuer: Issuer, { title, tone, ticket, checked, timeZone }: Parts): Markup {
  const note = checked.note && markup`<p>${checked.note}</p>`
  return markup`<main><div><p class="soft">${issuer.name}</p><h1>${title}</h1></div>
<article class="ticket ${tone}" aria-label="${title}">${ticket}</article>
<div><p class="checked">${checked.text}</p><p class="soft">${instantText(checked.at, timeZone)}</p></div>${note}${footer(issuer)}</main>`
}

function stamp({ icon, text }: Pick<StateStyle, 'icon' | 'text'>): Markup {
  return markup`<p class="stamp"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${icon}"/></svg><span>${text}</span></p>`
}

function exitUntilMarkup(at: Date | null, timeZone: string, now: Date): Markup | undefined {
  if (at === null) return undefined
  const isOver = !canExitAt(at, now)
  return markup`<p class="until${isOver ? ' over' : ''}"><span class="soft">Saída permitida até</span><span class="big" translate="no">${clockText(at, timeZone)}</span><span class="soft">${dayText(at, timeZone)}${isOver ? ', prazo terminado' : ''}</span></p>`
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
