import * as z from 'zod/mini'
import { type Config, configOf, environment } from './environment/environment.ts'
import { parsePushKey } from '#reminder/server/push/pushKey.ts'
import { pushHosts } from '#reminder/subscription.ts'
import { cieloProblems } from './environment/cieloProblems.ts'
import { findBrokenRules, isHttps } from './environment/rules.ts'
import { parseCardKeys } from '#kit/server/sealKeys.ts'
import { parseReceiptKeys } from '#receipt/server/proof/receiptKeys.ts'
import { pixProblems } from './environment/pix.ts'
import {
  areGuessableKeys,
  isGuessablePushKey,
  hexKeys,
  isPlainPostgres,
  isPlainSmtp,
  isTestKey,
} from './environment/weakSettings.ts'

/** Throws an Error that lists every invalid variable and, in production, every demo default; a key that is none alone. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = z.safeParse(environment, env)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`environment: ${wrong.join('; ')}`)
  }
  const config = configOf(parsed.data)
  if (config.pushKeys !== null) parsePushKey(config.pushKeys)
  const refused = config.production ? productionProblems(config) : []
  if (refused.length > 0) throw new Error(`production refuses to start: ${refused.join('; ')}`)
  return config
}

function productionProblems(config: Config): string[] {
  const broken = findBrokenRules([
    [config.databaseUrl === null, 'set DATABASE_URL (the embedded database is for the demo)'],
    [config.acquirer === 'simulator', 'set ACQUIRER=cielo (the simulator moves no money)'],
    [
      config.secretKey === null || !/^[0-9a-f]{64}$/i.test(config.secretKey),
      'set SECRET_KEY to 64 hexadecimal characters',
    ],
    [config.cardKeys === null, 'set CARD_KEYS to a key of 64 hexadecimal characters'],
    [areGuessableKeys(config.secretKey), 'SECRET_KEY can be guessed: make one with openssl rand -hex 32'],
    [areGuessableKeys(config.cardKeys), 'CARD_KEYS can be guessed: make one with openssl rand -hex 32'],
    [
      hexKeys(config.cardKeys).some((key) => hexKeys(config.secretKey).includes(key)),
      'CARD_KEYS has the SECRET_KEY: make one with openssl rand -hex 32',
    ],
    [areGuessableKeys(config.receiptKeys), 'RECEIPT_KEYS can be guessed: make one with openssl rand -hex 32'],
    [
      [config.secretKey, config.cardKeys]
        .flatMap(hexKeys)
        .some((key) => hexKeys(config.receiptKeys).includes(key)),
      'RECEIPT_KEYS has the SECRET_KEY or one of CARD_KEYS: make one with openssl rand -hex 32',
    ],
    [
      isGuessablePushKey(config.pushKeys),
      'PUSH_KEYS can be guessed: make one with openssl rand 32 | basenc --base64url | tr -d =',
    ],
    [config.pushHosts !== pushHosts, 'unset PUSH_HOSTS (it is for tests)'],
    [!isHttps(config.publicUrl), 'set PUBLIC_URL to an https address (cards must not travel in clear)'],
    [
      isPlainPostgres(config.databaseUrl) && !config.allowPlaintext.includes('postgresql'),
      'DATABASE_URL is another host without TLS: add ?sslmode=verify-full, or set ALLOW_PLAINTEXT=postgresql',
    ],
    [
      isTestKey(config.recaptcha.siteKey) || isTestKey(config.recaptcha.secret),
      'RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET are Google’s public test keys: set your own',
    ],
    [!isHttps(config.recaptcha.verifyUrl), 'set RECAPTCHA_VERIFY_URL to an https address'],
    [config.cepUrl !== null && !isHttps(config.cepUrl), 'set CEP_URL to an https address'],
    [config.demo, 'unset DEMO'],
    [config.captcha === 'altcha' && config.altchaCost < 5000, 'set ALTCHA_COST to 5000 or more'],
  ])
  return [
    ...cieloProblems(config),
    ...broken,
    ...mailProblems(config),
    ...keyProblems(config),
    ...pixProblems(config.pix, config.acquirer),
  ]
}

function problemOf(read: () => unknown): string[] {
  try {
    read()
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

function mailProblems(config: Config): string[] {
  return findBrokenRules([
    [config.smtpUrl === null, 'set SMTP_URL (receipts must be sent)'],
    [
      config.smtpUrl !== null && !/^smtps?:$/i.test(URL.parse(config.smtpUrl)?.protocol ?? ''),
      'set SMTP_URL to an smtp: or smtps: address (a file reaches nobody)',
    ],
    [
      isPlainSmtp(config.smtpUrl) && !config.allowPlaintext.includes('smtp'),
      'SMTP_URL sends mails in clear: use smtps:// or add ?requireTLS=true, or set ALLOW_PLAINTEXT=smtp',
    ],
  ])
}

function keyProblems(config: Config): string[] {
  return [
    ...problemOf(() => config.cardKeys !== null && parseCardKeys(config.cardKeys)),
    ...problemOf(() => parseReceiptKeys(config.receiptKeys ?? '', config.receiptKeysRevoked)),
  ]
}
