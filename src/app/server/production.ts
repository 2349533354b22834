import { type Beside, refusedBeside } from './environment/beside.ts'

/** What production looks at of the configuration. */
type Checked = Beside & {
  acquirer: string
  acquirerUrl: string | null
  databaseUrl: string | null
  secretKey: string | null
  cardKeys: string | null
  demo: boolean
  captcha: string
  altchaCost: number
  smtpUrl: string | null
  publicUrl: string
  cielo: {
    queryUrl: string | null
    merchantId: string | null
    merchantKey: string | null
    notificationSecret: string | null
    threeDs: { url: string } | null
  }
}

function isHttps(address: string | null): boolean {
  return address !== null && URL.parse(address)?.protocol === 'https:'
}

/** Whether one of the keys was typed: 64 random hexadecimal characters have fewer than 8 different ones about never. */
function areGuessable(keys: string | null): boolean {
  const whole = (keys ?? '').toLowerCase().match(/\b[0-9a-f]{64}\b/g) ?? []
  return whole.some((key) => new Set(key).size < 8 || /^(.+)\1+$/.test(key))
}

function isMerchantId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

/** Which address is missing; null: none is. Nothing but a setting leads to a real acquirer, also outside production. */
export function missingAddress({ acquirer, acquirerUrl, cielo }: Checked): string | null {
  if (acquirer !== 'cielo' || (acquirerUrl !== null && cielo.queryUrl !== null)) return null
  const name = acquirerUrl === null ? 'ACQUIRER_URL' : 'CIELO_QUERY_URL'
  return `ACQUIRER=cielo needs ${name}: set it to the address in docs/acquirer.md, or ACQUIRER=simulator`
}

/** Sales and queries at one address: Cielo has two, and the wrong one's 'not found' looks like an answer. */
function isOneHost(url: string | null, queryUrl: string | null): boolean {
  const [sales, queries] = [url, queryUrl].map((address) => URL.parse(address ?? '')?.host)
  return sales !== undefined && sales === queries
}

/** The defaults of a demo that production must not be started with, each as what to do about it. */
export function refusedInProduction(config: Checked): string[] {
  const rules: [boolean, string][] = [
    [config.databaseUrl === null, 'set DATABASE_URL (the embedded database is for the demo)'],
    [config.acquirer === 'simulator', 'set ACQUIRER=cielo (the simulator moves no money)'],
    [
      config.cielo.merchantId === null || config.cielo.merchantKey === null,
      'set CIELO_MERCHANT_ID and CIELO_MERCHANT_KEY',
    ],
    [
      config.cielo.merchantId !== null && !isMerchantId(config.cielo.merchantId),
      'CIELO_MERCHANT_ID is no GUID: copy it from the site of Cielo, 36 characters with hyphens',
    ],
    [
      config.cielo.merchantKey !== null && !/^[a-z0-9]{40}$/i.test(config.cielo.merchantKey),
      'CIELO_MERCHANT_KEY has not 40 letters and digits: copy it whole from the site of Cielo',
    ],
    [config.cielo.notificationSecret === null, 'set CIELO_NOTIFICATION_SECRET'],
    [config.acquirer === 'cielo' && !isHttps(config.acquirerUrl), 'set ACQUIRER_URL to an https address'],
    [
      config.acquirer === 'cielo' && !isHttps(config.cielo.queryUrl),
      'set CIELO_QUERY_URL to an https address',
    ],
    [
      config.cielo.threeDs !== null && !isHttps(config.cielo.threeDs.url),
      'set CIELO_3DS_URL to an https address',
    ],
    [
      config.acquirer === 'cielo' && isOneHost(config.acquirerUrl, config.cielo.queryUrl),
      'CIELO_QUERY_URL is the host of ACQUIRER_URL: set it to the host that answers queries (docs/operating.md)',
    ],
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
    ...rules.filter(([wrong]) => wrong).map(([, text]) => text),
    ...refusedBeside(config, config.acquirer),
  ]
}
