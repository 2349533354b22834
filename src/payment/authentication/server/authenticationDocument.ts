import type { Unknown } from '#acquirer/acquirer.ts'
import type { AuthenticationPage } from '#acquirer/authenticator.ts'
import { escapeHtml } from '#kit/markup.ts'

/** Any https frame is allowed, for the banks. */
export function documentPolicy(nonce: string, page: AuthenticationPage | null, report: string): string {
  const host = page === null ? '' : new URL(page.scriptUrl).origin
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
  const setup = { script: opened?.scriptUrl ?? null, card: opened?.card ?? null }
  const inputs = opened
    ? [...Object.entries(opened.inputs), ...Object.values(opened.card).map((name) => [name, ''] as const)]
    : []
  const hidden = inputs.map(
    ([name, value]) => `<input type="hidden" class="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return html(
    'Autenticação do cartão',
    `<h1 id="title">Confirmando com o seu banco</h1>
    <p role="status">Aguarde um instante. O banco pode pedir que você confirme a compra aqui mesmo.</p>
    ${hidden.join('\n    ')}
    <script nonce="${nonce}">${pageScript(setup)}</script>
    <script nonce="${nonce}">${opened?.bridgeScript ?? ''}</script>`,
  )
}

export function nothingToAuthenticateDocument(): string {
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

const silentMs = 20_000

/** Gives up when the policy blocked the script, nothing changes and no bank frame is visible. */
const giveUpScript = `var lastSign = 0
  function isAsking() {
    return Array.prototype.some.call(document.querySelectorAll('iframe'), function (frame) {
      var size = frame.getBoundingClientRect()
      return size.width >= 100 && size.height >= 100
    })
  }
  function giveUpInSilence(isKeptOut) {
    var silent = performance.now() - lastSign
    if (silent >= ${silentMs} && (isKeptOut || !isAsking())) return window.authentication.done('down')
    if (!ended) setTimeout(giveUpInSilence, Math.max(1000, ${silentMs} - silent), isKeptOut)
  }
  document.addEventListener('securitypolicyviolation', function (event) {
    if (!/^(script|connect|frame)-src/.test(event.effectiveDirective)) return
    var isFrame = /^frame/.test(event.effectiveDirective)
    if (isFrame && !/^http/.test(event.blockedURI)) return
    lastSign = performance.now()
    giveUpInSilence(isFrame)
  })
  new MutationObserver(function () {
    lastSign = performance.now()
  }).observe(document.documentElement, { childList: true, subtree: true })`

type Setup = {
  script: string | null
  card: { number: string; month: string; year: string } | null
}

/** The document's script as text (docs/spec.md#authentication-document). */
function pageScript(setup: Setup): string {
  return `(function () {
  'use strict'
  var setup = ${JSON.stringify(setup).replace(/</g, '\\u003c')}
  var shop = location.origin
  var ended = false
  var begun = false
  function tell(message) {
    if (parent !== window) parent.postMessage(message, shop)
  }
  function fill(name, value) {
    var input = document.querySelector('.' + name)
    if (input) input.value = value
  }
  window.authentication = {
    done: function (result, evidence) {
      if (ended) return
      ended = true
      if (setup.card) for (var part in setup.card) fill(setup.card[part], '')
      tell({ type: 'authentication', result: result, evidence: evidence || null })
    },
  }
  function begin(card) {
    if (begun) return
    begun = true
    if (!setup.script) return window.authentication.done('down')
    for (var part in setup.card) fill(setup.card[part], card[part])
    var script = document.createElement('script')
    script.src = setup.script
    script.onerror = function () {
      window.authentication.done('down')
    }
    document.body.appendChild(script)
  }
  addEventListener('message', function (event) {
    if (event.origin !== shop || event.source !== parent) return
    if (event.data && event.data.type === 'card') begin(event.data)
  })
  ${giveUpScript}
  addEventListener('keydown', function (event) {
    if (event.key === 'Escape') tell({ type: 'leave' })
  })
  tell({ type: 'ready' })
})()`
}
