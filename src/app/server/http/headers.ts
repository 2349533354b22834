import type { FastifyInstance } from 'fastify'
import type { Shell } from '../page/shell.ts'

const recaptchaHosts = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/']

export function contentSecurityPolicy(
  shell: Pick<Shell, 'scriptHashes' | 'styleHashes'>,
  { recaptcha, analyticsOrigin }: { recaptcha: boolean; analyticsOrigin: string | null },
): string {
  const hashes = (list: readonly string[]) => list.map((hash) => `'${hash}'`)
  const captcha = recaptcha ? recaptchaHosts : []
  const analytics = analyticsOrigin === null ? [] : [analyticsOrigin]
  const style = shell.styleHashes.length > 0 ? hashes(shell.styleHashes) : ["'unsafe-inline'"]
  const directives: [string, ...string[]][] = [
    ['default-src', "'self'"],
    ['script-src', "'self'", "'wasm-unsafe-eval'", ...hashes(shell.scriptHashes), ...captcha, ...analytics],
    ['style-src', "'self'", ...style],
    ['img-src', "'self'", 'data:', 'blob:', ...analytics],
    ['worker-src', "'self'", 'blob:'],
    ['connect-src', "'self'", ...captcha, ...analytics],
    ['frame-src', "'self'", ...captcha],
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'self'"],
    ['frame-ancestors', "'none'"],
  ]
  return directives.map((directive) => directive.join(' ')).join('; ')
}

/** The defaults of helmet, and `no-store`. */
export function securityHeaders(csp: string, https: boolean): Record<string, string> {
  return {
    'cache-control': 'no-store',
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
  const entries = Object.entries(headers)
  app.addHook('onSend', (_request, reply, _payload, done) => {
    for (const [name, value] of entries) if (!reply.hasHeader(name)) reply.header(name, value)
    done()
  })
}
