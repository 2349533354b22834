import { type Markup, markup } from '#kit/markup.ts'
import type { Row, FormattedReceipt } from './receipt.ts'

const font = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
const ink = 'color:#10182B'
const soft = 'font-size:14px;color:#4A556E'
const numbers = 'font-variant-numeric:tabular-nums'
const edge = '2px solid #0A7A4B'
const sides = `border-left:${edge};border-right:${edge}`
const tableStart: Markup = { html: '<table role="presentation" width="100%" cellpadding="0" cellspacing="0"' }

/** Mail clients that drop this block show the inline light colours. */
const darkColours: Markup = {
  html: `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background:#0B1120!important}.paper{background:#18213A!important}.ink{color:#EEF2FA!important}
.soft{color:#A9B4C9!important}.go{color:#5FD39A!important}.edge{border-color:#5FD39A!important}
.line{border-color:#2C3857!important}.sign{color:#8AB4FF!important}.until{background:#12352D!important}}
`,
}

/** A ticket, in tables and inline styles. */
export function receiptHtml(receipt: FormattedReceipt): string {
  return markup`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>Recibo de pagamento</title>
<style>${darkColours}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#F2F5FB">
<div style="display:none;max-height:0;overflow:hidden">${preview(receipt)}</div>
${tableStart} class="ground" style="background:#F2F5FB">
<tr><td align="center" style="padding:28px 12px">
${tableStart} style="max-width:440px;${font};line-height:1.5;text-align:left">
${greeting(receipt)}
<tr><td style="padding:20px 0 24px">${ticket(receipt)}</td></tr>
${proof(receipt)}
${footer(receipt)}
</table>
</td></tr>
</table>
</body>
</html>
`.html
}

function preview({ code, deadlineText, due }: FormattedReceipt): string {
  if (due !== null) return `Ticket ${code}: falta pagar ${due}.`
  return `Ticket ${code} pago.${deadlineText === '' ? '' : ` Sair até ${deadlineText}.`}`
}

function greeting({ operator, payer }: FormattedReceipt): Markup {
  return markup`<tr><td class="soft" style="${soft}">${operator}</td></tr>
<tr><td><h1 class="ink" style="margin:2px 0 8px;font-size:26px;line-height:1.2;${ink}">Recibo de pagamento</h1></td></tr>
<tr><td class="ink" style="font-size:16px;${ink}">Olá, ${payer}. Recebemos o seu pagamento.</td></tr>`
}

function ticket(receipt: FormattedReceipt): Markup {
  const paper = `background:#FFFFFF;${sides}`
  return markup`${tableStart} style="border-collapse:separate">
<tr><td colspan="3" class="paper edge" style="${paper};border-top:${edge};border-radius:14px 14px 0 0;padding:18px 20px 10px">
${head(receipt)}
</td></tr>
${tearLine()}
<tr><td colspan="3" class="paper edge" style="${paper};border-bottom:${edge};border-radius:0 0 14px 14px;padding:10px 20px 16px">
${body(receipt)}
</td></tr>
</table>`
}

function tearLine(): Markup {
  const cell = 'background:#FFFFFF;font-size:0;line-height:0'
  const notch = `width:11px;height:22px;box-sizing:border-box;background:#F2F5FB;border:${edge}`
  return markup`<tr>
<td class="paper" width="11" style="${cell};width:11px"><div class="ground edge" style="${notch};border-left:0;border-radius:0 11px 11px 0">&nbsp;</div></td>
<td class="paper" style="${cell};padding:0 10px"><div class="line" style="border-top:2px dashed #D5DCE9">&nbsp;</div></td>
<td class="paper" width="11" style="${cell};width:11px"><div class="ground edge" style="${notch};border-right:0;border-radius:11px 0 0 11px">&nbsp;</div></td>
</tr>`
}

function head({ lot, code, plate, due }: FormattedReceipt): Markup {
  const plateLine = plate === null ? [] : markup`<div class="soft" style="${soft}">Placa ${plate}</div>`
  return markup`${tableStart}><tr>
<td class="soft" style="${soft};vertical-align:middle;padding-right:12px">${lot}</td>
<td align="right" style="vertical-align:top"><span class="go edge" style="display:inline-block;padding:1px 10px;border:${edge};border-radius:6px;font-size:14px;font-weight:700;letter-spacing:1px;color:#0A7A4B">${due === null ? 'PAGO' : 'PAGO EM PARTE'}</span></td>
</tr></table>
<div class="ink" style="padding-top:4px;font-size:22px;line-height:1.3;font-weight:600;${ink};${numbers}">${code}</div>
${plateLine}`
}

function body(receipt: FormattedReceipt): Markup {
  const lines =
    receipt.lines.length === 0 ? [] : rows(receipt.lines, { label: 'Total', value: receipt.amount })
  return markup`<div class="soft" style="${soft}">Valor pago</div>
<div class="ink" style="font-size:40px;line-height:1.15;font-weight:700;${ink};${numbers}">${receipt.amount}</div>
${until(receipt)}${stillDue(receipt)}
${rows(receipt.times)}
${lines}
${rows(receipt.card)}`
}

function until(receipt: FormattedReceipt): Markup | '' {
  if (receipt.deadlineTime === '') return ''
  return markup`${tableStart} style="margin:14px 0 18px"><tr>
<td class="until" style="background:#E6F4ED;border-radius:10px;padding:12px 16px">
<div class="go" style="font-size:22px;line-height:1.3;font-weight:700;color:#0A7A4B;${numbers}">Sair até ${receipt.deadlineTime}</div>
<div class="ink" style="font-size:14px;${ink}">${receipt.deadlineDate}. Depois desse horário pode haver diferença a pagar.</div>
</td></tr></table>`
}

function stillDue({ due }: FormattedReceipt): Markup | '' {
  if (due === null) return ''
  return markup`${tableStart} style="margin:14px 0 18px"><tr>
<td class="line" style="border:1px solid #D5DCE9;border-radius:10px;padding:12px 16px">
<div class="ink" style="font-size:22px;line-height:1.3;font-weight:700;${ink};${numbers}">Falta pagar ${due}</div>
<div class="ink" style="font-size:14px;${ink}">Pague a diferença para liberar a saída.</div>
</td></tr></table>`
}

function rows(lines: readonly Row[], total?: Row): Markup {
  const all = [...lines.map((each) => row(each, 400)), ...(total ? [row(total, 700)] : [])]
  return markup`${tableStart} class="line" style="border-top:1px solid #D5DCE9;padding:8px 0">${all}</table>`
}

function row({ label, value }: Row, weight: 400 | 700): Markup {
  const cell = `padding:2px 0;font-size:16px;font-weight:${weight};vertical-align:top`
  const labelled =
    weight === 700
      ? markup`class="ink" style="${cell};${ink}"`
      : markup`class="soft" style="${cell};color:#4A556E"`
  return markup`<tr><td ${labelled}>${label}</td>
<td class="ink" align="right" style="${cell};padding-left:12px;${breaks(value)};${ink};${numbers}">${value}</td></tr>`
}

function breaks(value: string): string {
  return value.length > 24 ? 'overflow-wrap:anywhere;word-break:break-all' : 'white-space:nowrap'
}

export const proofImageCid = 'recibo'

function proof({ proofUrl }: FormattedReceipt): Markup | '' {
  if (proofUrl === null) return ''
  return markup`<tr><td align="center" style="padding:0 0 24px">
<img src="cid:${proofImageCid}" width="180" height="180" alt="QR code que confere este recibo" style="display:block;border-radius:10px">
<div class="soft" style="padding-top:8px;${soft}">Recibo assinado. Aponte a câmera para o código, ou abra:</div>
<a class="sign" href="${proofUrl}" style="color:#0B57D0;font-size:16px;font-weight:600">Conferir recibo</a></td></tr>`
}

function footer({ operator, cnpj, portalUrl, contestUrl }: FormattedReceipt): Markup {
  return markup`<tr><td class="soft" style="${soft}">
<strong>${operator}</strong><br>CNPJ ${cnpj}<br>
<a class="sign" href="${portalUrl}" style="color:#0B57D0">Consultar outro ticket</a><br>
<a class="sign" href="${contestUrl}" style="color:#0B57D0">Contestar este pagamento</a>
</td></tr>
<tr><td class="soft" style="padding-top:12px;${soft}">Este e-mail foi enviado porque este endereço foi informado no pagamento.</td></tr>`
}
