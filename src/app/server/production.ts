import {
  type ExtraAcquirers,
  type CardAcquirer,
  extraAcquirerProblems,
  cardAcquirerProblems,
} from './environment/acquirers.ts'
import type { CieloChecked } from './environment/cieloInProduction.ts'
import { isHttps } from './environment/readers.ts'

type Checked = ExtraAcquirers &
  CieloChecked & {
    acquirer: CardAcquirer
    databaseUrl: string | null
    secretKey: string | null
    cardKeys: string | null
    demo: boolean
    captcha: string
    altchaCost: number
    smtpUrl: string | null
    publicUrl: string
  }

/** Typed keys, recognised by few distinct characters or repetition. */
function areGuessable(keys: string | null): boolean {
  const whole = (keys ?? '').toLowerCase().match(/\b[0-9a-f]{64}\b/g) ?? []
  return whole.some((key) => new Set(key).size < 8 || /^(.+)\1+$/.test(key))
}

export function productionProblems(config: Checked): string[] {
  const rules: [boolean, string][] = [
    [config.databaseUrl === null, 'set DATABASE_URL (the embedded database is for the demo)'],
    [config.acquirer === 'simulator', 'set ACQUIRER=cielo (the simulator moves no money)'],
    [
      config.secretKey === null || !/^[0-9a-f]{64}$/i.test(config.secretKey),
      'set SECRET_KEY to 64 hexadecimal characters',
    ],
    [config.cardKeys === null, 'set CARD_KEYS to a key of 64 hexadecimal characters'],
    [areGuessable(config.secretKey), 'SECRET_KEY can be guessed: make one with openssl rand -hex 32'],
    [areGuessable(config.cardKeys), 'CARD_KEYS can be guessed: make one with openssl rand -hex 32'],
    [config.smtpUrl === null, 'set SMTP_URL (receipts must be sent)'],
    [!isHttps(config.publicUrl), 'set PUBLIC_URL to an https address (cards must not travel in clear)'],
    [config.demo, 'unset DEMO'],
    [config.captcha === 'altcha' && config.altchaCost < 5000, 'set ALTCHA_COST to 5000 or more'],
  ]
  return [
    ...cardAcquirerProblems[config.acquirer](config),
    ...rules.filter(([wrong]) => wrong).map(([, text]) => text),
    ...extraAcquirerProblems(config, config.acquirer),
  ]
}
