import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { parseBank, banks } from '#acquirer/server/pix/bank/banks.ts'
import { choice, text, readInteger } from './readers.ts'
import { findBrokenRules, isHttps } from './rules.ts'
import { isWeakSecret } from './weakSettings.ts'

export const pixVariables = {
  PIX_PROVIDER: choice(
    ['simulator', 'bacen', 'cielo'],
    '`simulator` outside production, where unset offers no Pix',
    '`bacen` for a bank with the Central Bank’s API, `cielo` for Pix at Cielo',
  ),
  PIX_BANK: text(
    'standard',
    `how the bank differs: ${Object.keys(banks).join(', ')}; with what it asks for, as \`inter?account=12345\``,
  ),
  PIX_URL: text('the simulator’s', 'base address of the bank’s API, https'),
  PIX_TOKEN_URL: text('the simulator’s', 'address of the bank’s tokens, https'),
  PIX_CLIENT_ID: text('unset', 'the client that the bank has registered'),
  PIX_CLIENT_SECRET: text('unset', 'its secret; none where the certificate is enough'),
  PIX_KEY: text('unset', 'the Pix key that is paid'),
  PIX_CERT: text('unset', 'file of the client’s certificate, PEM'),
  PIX_CERT_KEY: text('unset', 'file of its private key, PEM'),
  PIX_WEBHOOK_SECRET: text('unset', 'part of the webhook’s address: 32 to 128 letters, digits, - or _'),
  PIX_EXPIRY_S: readInteger(900, 'how long a code can be paid, 60 to 86400', { range: [60, 86_400] }),
  PIX_SIM_PORT: readInteger(0, 'port of the bank’s simulator; 0 takes any free port'),
  PIX_SIM_DATA: text('DATA_DIR/pix-simulator.json', 'file of the bank’s simulator’s ledger'),
}

const pixEnvironment = z.object(pixVariables)
type ParsedPixVariables = z.output<typeof pixEnvironment>

/** `provider` is null when Pix is not offered. */
type PixConfig = ReturnType<typeof pixOf>

/** Throws for an unknown bank or missing settings. */
export function pixOf(
  read: ParsedPixVariables,
  { production, dataDir }: { production: boolean; dataDir: string },
) {
  const provider = read.PIX_PROVIDER ?? (production ? null : 'simulator')
  const missing = (['PIX_URL', 'PIX_TOKEN_URL', 'PIX_CLIENT_ID', 'PIX_KEY'] as const).filter(
    (name) => !read[name],
  )
  if (provider === 'bacen' && missing.length > 0)
    throw new Error(`environment: PIX_PROVIDER=bacen needs ${missing.join(', ')}`)
  return {
    provider,
    bank: parseBank(read.PIX_BANK ?? 'standard', read.PIX_CLIENT_ID ?? ''),
    url: read.PIX_URL ?? null,
    tokenUrl: read.PIX_TOKEN_URL ?? null,
    clientId: read.PIX_CLIENT_ID ?? null,
    clientSecret: read.PIX_CLIENT_SECRET ?? null,
    key: read.PIX_KEY ?? null,
    cert: read.PIX_CERT ?? null,
    certKey: read.PIX_CERT_KEY ?? null,
    webhookSecret: read.PIX_WEBHOOK_SECRET ?? null,
    expiryS: read.PIX_EXPIRY_S,
    simulator: { port: read.PIX_SIM_PORT, dataFile: read.PIX_SIM_DATA ?? `${dataDir}/pix-simulator.json` },
  }
}

export function pixProblems(pix: PixConfig, acquirer: string): string[] {
  if (pix.provider === null) return []
  if (pix.provider === 'simulator')
    return ['set PIX_PROVIDER=bacen or cielo, or unset it (the simulator moves no money)']
  if (pix.provider === 'cielo') return acquirer === 'cielo' ? [] : ['PIX_PROVIDER=cielo needs ACQUIRER=cielo']
  const broken = findBrokenRules([
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

/** Pix banks require mutual TLS. Null when the certificate can be used. */
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
