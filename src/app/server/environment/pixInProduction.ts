import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { PixConfig } from './pix.ts'
import { brokenOf, isHttps } from './readers.ts'
import { isWeakSecret } from './weakSettings.ts'

export function pixProblems(pix: PixConfig, acquirer: string): string[] {
  if (pix.provider === null) return []
  if (pix.provider === 'simulator')
    return ['set PIX_PROVIDER=bacen or cielo, or unset it (the simulator moves no money)']
  if (pix.provider === 'cielo') return acquirer === 'cielo' ? [] : ['PIX_PROVIDER=cielo needs ACQUIRER=cielo']
  const broken = brokenOf([
    [!isHttps(pix.url), 'set PIX_URL to an https address'],
    [!isHttps(pix.tokenUrl), 'set PIX_TOKEN_URL to an https address'],
    [
      pix.clientSecret === null && pix.bank.auth !== 'certificate',
      'set PIX_CLIENT_SECRET (only Sicoob gives none)',
    ],
    [
      !/^[\w-]{32,128}$/.test(pix.webhookSecret ?? '') || isWeakSecret(pix.webhookSecret),
      'set PIX_WEBHOOK_SECRET to 32 random characters or more: make one with openssl rand -hex 24',
    ],
  ])
  const certificate = certificateProblem(pix)
  return certificate === null ? broken : [...broken, certificate]
}

/** Pix banks require mutual TLS. Null if usable. */
export function certificateProblem({ cert, certKey }: Pick<PixConfig, 'cert' | 'certKey'>): string | null {
  if (cert === null || certKey === null)
    return 'set PIX_CERT and PIX_CERT_KEY to the files of the client’s certificate and its key'
  try {
    const certificate = new X509Certificate(readFileSync(cert))
    const key = createPrivateKey(readFileSync(certKey))
    if (certificate.checkPrivateKey(key)) return null
    return 'PIX_CERT_KEY is not the key of PIX_CERT: set the two that belong together'
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
    return `PIX_CERT and PIX_CERT_KEY cannot be read as PEM files (${why}): look at the paths, or convert a .p12 as src/acquirer/server/pix/README.md says`
  }
}
