import { type Markup, markup } from '../markup.ts'

export type MailContent = {
  readonly operator?: string
  /** Of the greeting; without it there is none. */
  readonly name?: string
  readonly title: string
  readonly lines: readonly string[]
  readonly facts?: readonly { readonly label: string; readonly value: string }[]
  /** `cid` names an inline image of the mail. */
  readonly image?: { readonly cid: string; readonly alt: string }
  readonly links?: readonly Link[]
}
type Link = { readonly label: string; readonly url: string }

/** HTML and plain text. */
export function renderMail(mail: MailContent): { subject: string; html: string; text: string } {
  const { operator, name, title, lines, facts = [], links = [] } = mail
  const rows = facts.map(({ label, value }) => `${label}: ${value}`).join('\n')
  const ways = links.map(({ label, url }) => `${label}: ${url}`)
  const text = [operator, title, greeting(name), ...lines, rows, ...ways].filter(Boolean).join('\n\n')
  return { subject: title, html: renderHtml(mail), text: `${text}\n` }
}

const greeting = (name?: string) => (name === undefined ? '' : name === '' ? 'Olá.' : `Olá, ${name}.`)

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"

function renderHtml({ operator, name, title, lines, facts = [], image, links = [] }: MailContent): string {
  const paragraphs = lines.map((line) => markup`<p style="margin:0 0 16px">${line}</p>`)
  return markup`<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title></head>
<body style="margin:0;padding:28px 16px;background:#F2F5FB">
<div style="max-width:440px;margin:0 auto;${font};font-size:16px;line-height:1.5;color:#10182B">
${operator === undefined ? undefined : markup`<p style="margin:0;color:#4A556E">${operator}</p>`}
<h1 style="margin:2px 0 12px;font-size:26px;line-height:1.2">${title}</h1>
${name === undefined ? undefined : markup`<p style="margin:0 0 16px">${greeting(name)}</p>`}
${image && picture(image)}
${paragraphs}
${facts.length > 0 ? table(facts) : undefined}
${links.map(button)}
</div>
</body>
</html>
`.html
}

function picture({ cid, alt }: NonNullable<MailContent['image']>): Markup {
  return markup`<p style="margin:0 0 16px;text-align:center"><img src="cid:${cid}" alt="${alt}" width="240" height="240" style="background:#FFFFFF;border-radius:10px"></p>`
}

function table(facts: NonNullable<MailContent['facts']>): Markup {
  const rows = facts.map(
    ({ label, value }) =>
      markup`<tr><td style="padding:3px 12px 3px 0;color:#4A556E;vertical-align:top">${label}</td><td style="padding:3px 0;text-align:right;font-weight:600">${value}</td></tr>`,
  )
  return markup`<table role="presentation" style="width:100%;margin:0 0 16px;border-collapse:collapse">${rows}</table>`
}

function button({ label, url }: Link): Markup {
  return markup`<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:14px 20px;border-radius:10px;background:#0B57D0;color:#FFFFFF;font-weight:700;text-decoration:none">${label}</a></p>`
}
