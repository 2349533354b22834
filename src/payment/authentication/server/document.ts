import type { Unknown } from '#acquirer/acquirer.ts'
import type { AuthenticationPage } from '#acquirer/authenticator.ts'
import { escaped } from '#kit/markup.ts'
import { inPage } from './inPage.ts'

/** Any https frame is allowed, for the banks. */
export function documentPolicy(nonce: string, page: AuthenticationPage | null, report: string): string {
  const host = page === null ? '' : new URL(page.script).origin
  const hosts = [host, ...(page?.hosts ?? [])].join(' ').trim()
  const frames = host === '' || host.startsWith('https:') ? 'https:' : `https: ${host}`
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${hosts}`.trim(),
    `connect-src ${hosts || "'none'"}`,
    `frame-src ${frames}`,
    `form-action ${frames}`,
    "style-src 'unsafe-inline'",
    'img-src https: data:',
    "base-uri 'none'",
    "frame-ancestors 'self'",
    ...(page === null ? [] : [`report-uri ${report}`]),
  ].join('; ')
}

const style = `
  :root { color-scheme: light dark }
  body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; background: #f3f4f6; color: #111827 }
  main { max-width: 28rem; margin: 0 auto; padding: 1.5rem 1rem }
  h1 { font-size: 1.25rem; line-height: 1.25 }
  @media (prefers-color-scheme: dark) { body { background: #111827; color: #f9fafb } }`

export function authenticationDocument(nonce: string, page: AuthenticationPage | Unknown): string {
  const opened = page.outcome === 'opened' ? page : null
  const setup = { script: opened?.script ?? null, card: opened?.card ?? null }
  const inputs = opened
    ? [...Object.entries(opened.inputs), ...Object.values(opened.card).map((name) => [name, ''] as const)]
    : []
  const hidden = inputs.map(
    ([name, value]) => `<input type="hidden" class="${escaped(name)}" value="${escaped(value)}">`,
  )
  return html(
    'Autenticação do cartão',
    `<h1 id="title">Confirmando com o seu banco</h1>
    <p role="status">Aguarde um instante. O banco pode pedir que você confirme a compra aqui mesmo.</p>
    ${hidden.join('\n    ')}
    <script nonce="${nonce}">${inPage(setup)}</script>
    <script nonce="${nonce}">${opened?.bridge ?? ''}</script>`,
  )
}

export function nothingDocument(): string {
  return html(
    'Nada a autenticar',
    '<h1>Nada a autenticar</h1><p>Esta autenticação não existe ou já terminou. Nada foi cobrado.</p>',
  )
}

function html(title: string, content: string): string {
  return `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
    ${content}
    </main>
  </body>
</html>
`
}
