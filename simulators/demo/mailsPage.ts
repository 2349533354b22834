import { escapeHtml } from '#kit/markup.ts'

type Shown = { id: number; to: string; subject: string; html: string; at: string }

export function mailsPage(mails: readonly Shown[]): string {
  const items = mails.map(
    (mail) => `<article aria-labelledby="m${mail.id}">
<h2 id="m${mail.id}">${escapeHtml(mail.subject)}</h2>
<p>Para ${escapeHtml(mail.to)}, ${escapeHtml(mail.at)}</p>
<iframe sandbox title="${escapeHtml(mail.subject)}" srcdoc="${escapeHtml(mail.html)}"></iframe>
</article>`,
  )
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>E-mails da demonstração</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#10182B;background:#F2F5FB}
article{background:#fff;border:1px solid #D5DCE9;border-radius:14px;padding:1rem;margin:1rem 0}h2{margin:0;font-size:1.1rem}
p{margin:.25rem 0 1rem;color:#4A556E}iframe{width:100%;height:40rem;border:0}</style></head>
<body><main><h1>E-mails da demonstração</h1>
${items.join('\n') || '<p>Nenhum e-mail ainda: pague um ticket e o recibo aparece aqui.</p>'}</main></body></html>`
}
