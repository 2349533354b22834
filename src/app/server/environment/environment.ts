import { networkInterfaces } from 'node:os'
import { reachableHost } from './reachableHost.ts'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { pushHosts } from '#reminder/subscription.ts'
import { limits } from '#session/limits.ts'
import { choice, readBoolean, list, variableNotes, text, readInteger } from './readers.ts'
import { pixOf, pixVariables } from './pix.ts'
import { plaintextKinds } from './weakSettings.ts'
import { threeDsOf } from '../threeDs.ts'

/** The table in docs/operating.md is generated from these variables. */
export const environment = z.object({
  // Links need the port before listening, so 0 is refused.
  PORT: readInteger(3000, 'where it listens, 1 to 65535', { range: [1, 65_535] }),
  HOST: text('127.0.0.1', 'where it listens'),
  PUBLIC_URL: text('from HOST and PORT', 'links in e-mails and the bank’s return; https in production'),
  DATABASE_URL: text('unset: embedded database under DATA_DIR', 'a PostgreSQL server'),
  DATABASE_POOLER: choice(
    ['named', 'unnamed'],
    'DATABASE_URL is PostgreSQL itself',
    'DATABASE_URL leads through a pooler in transaction mode: `unnamed` for PgBouncer before 1.21, `named` for later ones',
  ),
  DATA_DIR: text('./var', 'embedded database, keys made at first start'),
  SECRET_KEY: text('made at first start in DATA_DIR', 'master key, 64 hexadecimal characters'),
  CARD_KEYS: text(
    'made at first start in DATA_DIR',
    'keys of saved cards, 64 hexadecimal characters each, with commas between; the first seals, all open',
  ),
  RECEIPT_KEYS: text(
    'made at first start in DATA_DIR; in production unset: receipts are not signed',
    'keys of receipts (Ed25519 seeds), 64 hexadecimal characters each, with commas between; the first signs, all verify',
  ),
  RECEIPT_KEYS_REVOKED: text(
    'unset',
    'key ids of receipt keys that leaked, with commas between; only the database confirms their receipts',
  ),
  PUSH_KEYS: text(
    'made at first start in DATA_DIR; in production unset: nobody is reminded by push',
    'key of push reminders (VAPID): the 32 bytes of a P-256 private key in base64url, 43 characters',
  ),
  PUSH_HOSTS: text(
    'the push services of browsers',
    'hosts that reminders are sent to, with commas between, for tests; refused in production',
  ),
  ACQUIRER: choice(['simulator', 'cielo'], 'simulator', '`cielo` for the real one'),
  ACQUIRER_URL: text(
    'the simulator’s; ACQUIRER=cielo needs it',
    'base address for sales; with https in production',
  ),
  CIELO_QUERY_URL: text(
    'the simulator’s; ACQUIRER=cielo needs it',
    'base address for queries, another host than ACQUIRER_URL; with https in production',
  ),
  CIELO_MERCHANT_ID: text('unset', 'merchant: a GUID, 36 characters'),
  CIELO_MERCHANT_KEY: text('unset', 'merchant’s key: 40 letters and digits'),
  CIELO_SOFT_DESCRIPTOR: text('ESTACIONA', 'name on the card statement, 13 letters at most'),
  CIELO_NOTIFICATION_SECRET: text('unset', 'value of the header x-guiche-notification that Cielo sends back'),
  CIELO_3DS_URL: text(
    'unset: no debit, but at the simulator',
    'base address of the 3DS service, with https; debit needs all of CIELO_3DS_*',
  ),
  CIELO_3DS_HOSTS: text(
    'unset: only that of CIELO_3DS_URL',
    'further hosts that the script of the 3DS service loads from and calls, https://host with a blank between; the operator is mailed what a browser blocks',
  ),
  CIELO_3DS_CLIENT_ID: text('unset', 'credentials of the 3DS service'),
  CIELO_3DS_CLIENT_SECRET: text('unset', 'credentials of the 3DS service'),
  CIELO_3DS_ESTABLISHMENT: text('unset', 'establishment at Cielo, 10 digits'),
  CIELO_3DS_MERCHANT_NAME: text('unset', 'name that the bank shows, 25 characters at most'),
  CIELO_3DS_MCC: text('unset', 'merchant category, 4 digits (parking: 7523)'),
  CIELO_SIM_PORT: readInteger(0, 'port of the simulator; 0 takes any free port'),
  CIELO_SIM_QUERY_PORT: readInteger(
    null,
    'a port of its own for the simulator’s queries; 0 takes any free port',
    {
      fallback: 'unset: one port answers everything',
    },
  ),
  CIELO_SIM_DATA: text('DATA_DIR/simulator.json', 'file of the simulator’s ledger'),
  ...pixVariables,
  ACQUIRER_TIMEOUT_MS: readInteger(25_000, 'budget of one acquirer call'),
  JANITOR_INTERVAL_MS: readInteger(30_000, 'how often unknown payments are asked about'),
  CLOSING_INTERVAL_MS: readInteger(60_000, 'how often days that are due for closing are looked for'),
  NOT_FOUND_GRACE_MS: readInteger(60_000, 'time between the two “not found” that open a payment again'),
  SMTP_URL: text('unset: mails are kept and readable at /dev/mail', 'mail server'),
  MAIL_FROM: text('Guichê <recibos@localhost>', 'sender of e-mails'),
  CAPTCHA: choice(
    ['altcha', 'recaptcha', 'off'],
    'altcha',
    'human check: self-hosted proof of work, Google’s reCAPTCHA with its keys, or off',
  ),
  ALTCHA_COST: readInteger(
    5000,
    'work in each step of the self-hosted human check, 50 to 20000; a phone takes about a second for 5000',
    { range: [50, 20_000] },
  ),
  RECAPTCHA_SITE_KEY: text('unset', 'reCAPTCHA’s public key, for the page'),
  RECAPTCHA_SECRET: text('unset', 'reCAPTCHA’s secret key'),
  RECAPTCHA_VERIFY_URL: text(
    'https://www.google.com/recaptcha/api/siteverify',
    'where reCAPTCHA’s tokens are verified',
  ),
  CEP_URL: text(
    'https://viacep.com.br in production, else `off`',
    'base address of a ViaCEP-compatible postal code service; `off` asks none: the portal’s own table tells the larger cities',
  ),
  TRUST_PROXY: readInteger(
    1,
    'proxies in front in production: so many addresses of X-Forwarded-For, from its end, are believed',
  ),
  LOG_LEVEL: choice(
    ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
    'info',
    'JSON logs, one line each',
  ),
  DEMO: readBoolean('on outside production', 'seeds lots, tariffs and open tickets'),
  OVERLOAD_DELAY_MS: readInteger(
    5000,
    'calls wait so long before all but gates, acquirer and payments get 503; 0 switches it off',
  ),
  CALLS_AT_ONCE: readInteger(
    48,
    'so many of the portal’s calls are worked at in one process, more are answered 503; payments under way are not, but take up to three quarters of the places; gates do not count; 0 switches it off',
  ),
  RATE_LIMIT_PER_MINUTE: readInteger(
    limits.requests.max,
    'requests per address and minute; as many for each device, each acquirer, and the known sessions and payments of an address, of which one session has a part; 0 switches it off',
  ),
  DRAIN_DELAY_MS: readInteger(null, 'at SIGTERM, /readyz answers 503 for so long before the port closes', {
    fallback: '5000 in production, else 0',
  }),
  ALLOW_PLAINTEXT: list(
    plaintextKinds,
    'unset: production needs TLS to other hosts',
    '`smtp`, `postgresql` or both with a comma: connections to other hosts may lack TLS',
  ),
  NODE_ENV: choice(
    ['production', 'development', 'test', 'bench'],
    'development',
    '`production` refuses to start with anything made for the demo; else `development`, `test` or `bench`',
  ),
})

export const variables = Object.entries(environment.shape).map(([name, read]) => ({
  name,
  ...variableNotes.get(read),
}))

type ParsedEnvironment = z.output<typeof environment>

export type Config = ReturnType<typeof configOf>

/** The settings, with the defaults of unset variables. */
export function configOf(read: ParsedEnvironment) {
  const production = read.NODE_ENV === 'production'
  const host = read.HOST ?? '127.0.0.1'
  const cepUrl = read.CEP_URL ?? (production ? 'https://viacep.com.br' : 'off')
  const dataDir = resolve(read.DATA_DIR ?? './var')
  return {
    production,
    demo: read.DEMO ?? !production,
    host,
    port: read.PORT,
    allowPlaintext: read.ALLOW_PLAINTEXT,
    publicUrl: (read.PUBLIC_URL ?? `http://${reachableHost(host, networkInterfaces())}:${read.PORT}`).replace(
      /\/$/,
      '',
    ),
    databaseUrl: read.DATABASE_URL ?? null,
    pooler: read.DATABASE_POOLER ?? null,
    dataDir,
    secretKey: read.SECRET_KEY ?? null,
    cardKeys: read.CARD_KEYS ?? null,
    receiptKeys: read.RECEIPT_KEYS ?? null,
    receiptKeysRevoked: read.RECEIPT_KEYS_REVOKED ?? '',
    ...pushOf(read),
    acquirer: read.ACQUIRER ?? 'simulator',
    acquirerUrl: read.ACQUIRER_URL ?? null,
    cielo: cieloOf(read),
    simulator: {
      port: read.CIELO_SIM_PORT,
      queryPort: read.CIELO_SIM_QUERY_PORT,
      dataFile: read.CIELO_SIM_DATA ?? `${dataDir}/simulator.json`,
    },
    pix: pixOf(read, { production, dataDir }),
    timing: {
      acquirerTimeoutMs: read.ACQUIRER_TIMEOUT_MS,
      janitorIntervalMs: read.JANITOR_INTERVAL_MS,
      notFoundGraceMs: read.NOT_FOUND_GRACE_MS,
    },
    smtpUrl: read.SMTP_URL ?? null,
    mailFrom: read.MAIL_FROM ?? 'Guichê <recibos@localhost>',
    ...humanCheckOf(read),
    cepUrl: cepUrl === 'off' ? null : cepUrl,
    proxies: production ? read.TRUST_PROXY : 0,
    logLevel: read.LOG_LEVEL ?? 'info',
    closingIntervalMs: read.CLOSING_INTERVAL_MS,
    drainDelayMs: read.DRAIN_DELAY_MS ?? (production ? 5_000 : 0),
    overloadDelayMs: read.OVERLOAD_DELAY_MS,
    callsAtOnce: read.CALLS_AT_ONCE,
    rateLimitPerMinute: read.RATE_LIMIT_PER_MINUTE,
  } as const
}

function pushOf(read: ParsedEnvironment) {
  return { pushKeys: read.PUSH_KEYS ?? null, pushHosts: read.PUSH_HOSTS?.split(/[\s,]+/) ?? pushHosts }
}

function cieloOf(read: ParsedEnvironment) {
  return {
    queryUrl: read.CIELO_QUERY_URL ?? null,
    merchantId: read.CIELO_MERCHANT_ID ?? null,
    merchantKey: read.CIELO_MERCHANT_KEY ?? null,
    softDescriptor: read.CIELO_SOFT_DESCRIPTOR ?? 'ESTACIONA',
    notificationSecret: read.CIELO_NOTIFICATION_SECRET ?? null,
    threeDs: threeDsOf(read),
  }
}

function humanCheckOf(read: ParsedEnvironment) {
  if (read.CAPTCHA === 'recaptcha' && (!read.RECAPTCHA_SITE_KEY || !read.RECAPTCHA_SECRET))
    throw new Error('environment: CAPTCHA=recaptcha needs RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET')
  return {
    captcha: read.CAPTCHA ?? 'altcha',
    altchaCost: read.ALTCHA_COST,
    recaptcha: {
      siteKey: read.RECAPTCHA_SITE_KEY ?? null,
      secret: read.RECAPTCHA_SECRET ?? '',
      verifyUrl: read.RECAPTCHA_VERIFY_URL ?? 'https://www.google.com/recaptcha/api/siteverify',
    },
  }
}
