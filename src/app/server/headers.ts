import type { FastifyInstance } from 'fastify'
import type { Shell } from './page.ts'

/**
 * Security headers, set once for every reply (the list of helmet's defaults, without its 15 microseconds a
 * request). The bank's page is reached by navigation, so nothing needs to be framed or framed in.
 */
export function securityHeaders(
  shell: Pick<Shell, 'scriptHashes' | 'styleHashes'>,
  https: boolean,
): Record<string, string> {
  const hashes = (list: readonly string[]) => list.map((hash) => `'${hash}'`).join(' ')
  const csp = [
    "default-src 'self'",
    `script-src 'self' 'wasm-unsafe-eval' ${hashes(shell.scriptHashes)}`.trim(),
    shell.styleHashes.length > 0
      ? `style-src 'self' ${hashes(shell.styleHashes)}`
      : "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "worker-src 'self' blob:",
    "connect-src 'self'",
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
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

export function installHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onSend', async (_, reply) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value)
  })
}
