import type { FastifyInstance } from 'fastify'
import type { Shell } from './page.ts'

/** Where Google serves reCAPTCHA from; allowed only while that is the human check. */
const recaptchaHosts = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/']

/**
 * Security headers, set once for every reply (the list of helmet's defaults, without its 15 microseconds a
 * request). The bank's page is reached by navigation, so nothing needs to be framed or framed in.
 */
export function securityHeaders(
  shell: Pick<Shell, 'scriptHashes' | 'styleHashes'>,
  on: { https: boolean; recaptcha: boolean },
): Record<string, string> {
  const hashes = (list: readonly string[]) => list.map((hash) => `'${hash}'`).join(' ')
  const foreign = on.recaptcha ? recaptchaHosts : []
  const csp = [
    "default-src 'self'",
    ['script-src', "'self'", "'wasm-unsafe-eval'", hashes(shell.scriptHashes), ...foreign].join(' ').trim(),
    shell.styleHashes.length > 0
      ? `style-src 'self' ${hashes(shell.styleHashes)}`
      : "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "worker-src 'self' blob:",
    ["connect-src 'self'", ...foreign].join(' '),
    ...(on.recaptcha ? [["frame-src 'self'", ...foreign].join(' ')] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
  return {
    'content-security-policy': csp,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=()',
    ...(on.https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

export function installHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onSend', async (_, reply) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value)
  })
}
