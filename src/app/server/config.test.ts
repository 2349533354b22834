import { reachableHost } from './environment/reachableHost.ts'
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localCertificate } from '#test/support/database/certificate.ts'
import { missingCieloAddress } from './environment/cieloProblems.ts'
import { openAuthenticator, cieloSettingsOf } from './start.ts'
import { cieloAcquirer } from '#acquirer/server/cielo/cielo.ts'
import { readConfig } from './config.ts'
import { environmentWarnings } from './environment/warnings.ts'
import { areGuessableKeys } from './environment/weakSettings.ts'

const key = () => randomBytes(32).toString('hex')
const good = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://guiche@127.0.0.1/guiche',
  ACQUIRER: 'cielo',
  ACQUIRER_URL: 'https://api.cieloecommerce.cielo.com.br',
  CIELO_QUERY_URL: 'https://apiquery.cieloecommerce.cielo.com.br',
  CIELO_MERCHANT_ID: '00000000-0000-4000-8000-000000000000',
  CIELO_MERCHANT_KEY: 'SIMULATORSIMULATORSIMULATORSIMULATORSIMU',
  CIELO_NOTIFICATION_SECRET: key(),
  SECRET_KEY: key(),
  CARD_KEYS: `${key()},${key()}`,
  SMTP_URL: 'smtp://127.0.0.1',
  PUBLIC_URL: 'https://estacione.example.com.br/',
}

it('production starts with a valid configuration', () => {
  expect(readConfig(good)).toMatchObject({
    publicUrl: 'https://estacione.example.com.br',
    acquirerUrl: good.ACQUIRER_URL,
    cielo: { queryUrl: good.CIELO_QUERY_URL },
  })
})

it.each<[Record<string, string>, string[]]>([
  [{}, []],
  [{ CAPTCHA: 'off' }, ['CAPTCHA=off']],
  [{ RATE_LIMIT_PER_MINUTE: '0' }, ['RATE_LIMIT_PER_MINUTE=0']],
  [{ ACQUIRER_URL: 'https://apisandbox.cieloecommerce.cielo.com.br' }, ['(sandbox)']],
  [{ CIELO_QUERY_URL: 'https://apiquerysandbox.cieloecommerce.cielo.com.br' }, ['(sandbox)']],
  [{ NODE_ENV: 'development', CAPTCHA: 'off' }, []],
])('production warns of %j', (changed, parts) => {
  const warnings = environmentWarnings(readConfig({ ...good, ...changed }))
  expect(warnings).toHaveLength(parts.length)
  for (const [at, part] of parts.entries()) expect(warnings[at]).toContain(part)
})

const typed = '0123456789abcdef'.repeat(4)
/** Irregular, of seven digits. */
const fewDigits = [...createHash('sha256').update('few').digest('hex')]
  .map((digit) => 'abcdef0'[parseInt(digit, 16) % 7])
  .join('')
const counter = (step: number) =>
  Buffer.from(Array.from({ length: 32 }, (_, at) => (at * step) % 256)).toString('hex')
const recaptcha = { CAPTCHA: 'recaptcha', RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET: 'secret' }
const one = (variable: string): [Record<string, string>, string][] => [
  [{ [variable]: '' }, `set ${variable} to an https address`],
  [{ [variable]: 'http://estacione.example.com.br' }, `set ${variable} to an https address`],
  [{ [variable]: 'estacione.example.com.br' }, `set ${variable} to an https address`],
]
it.each<[Record<string, string>, string]>([
  ...one('PUBLIC_URL'),
  ...one('ACQUIRER_URL'),
  ...one('CIELO_QUERY_URL'),
  [{ ACQUIRER: 'simulator' }, 'set ACQUIRER=cielo'],
  [{ DATABASE_URL: '' }, 'set DATABASE_URL'],
  [{ CIELO_MERCHANT_ID: '' }, 'set CIELO_MERCHANT_ID and CIELO_MERCHANT_KEY'],
  [{ CIELO_MERCHANT_ID: '1006993069' }, 'CIELO_MERCHANT_ID is no GUID'],
  [{ CIELO_MERCHANT_KEY: 'K'.repeat(39) }, 'CIELO_MERCHANT_KEY has not 40 letters and digits'],
  [{ CIELO_MERCHANT_KEY: '-'.repeat(40) }, 'CIELO_MERCHANT_KEY has not 40 letters and digits'],
  [{ CIELO_QUERY_URL: `${good.ACQUIRER_URL}/` }, 'CIELO_QUERY_URL is the host of ACQUIRER_URL'],
  [{ CIELO_NOTIFICATION_SECRET: '' }, 'set CIELO_NOTIFICATION_SECRET'],
  [{ SECRET_KEY: '' }, 'set SECRET_KEY'],
  [{ CARD_KEYS: '' }, 'set CARD_KEYS'],
  [{ SMTP_URL: '' }, 'set SMTP_URL'],
  [{ SMTP_URL: 'file:///var/mail/guiche' }, 'set SMTP_URL to an smtp: or smtps: address'],
  [{ SMTP_URL: 'mail.example.com' }, 'set SMTP_URL to an smtp: or smtps: address'],
  [{ CARD_KEYS: `${key()},abc` }, 'CARD_KEYS: a key is 64 hexadecimal characters'],
  [{ CARD_KEYS: ' , ' }, 'CARD_KEYS: at least one key'],
  [{ RECEIPT_KEYS: `${key()};${key()}` }, 'RECEIPT_KEYS: a key is 64 hexadecimal characters'],
  ...['SECRET_KEY', 'CARD_KEYS', 'RECEIPT_KEYS'].map((variable): [Record<string, string>, string] => [
    { [variable]: '9D61B19DEFFD5A60BA844AF492EC2CC44449C5697B326919703BAC031CAE7F60' },
    `${variable} can be guessed`,
  ]),
  [{ DEMO: 'on' }, 'unset DEMO'],
  [{ CAPTCHA: 'altcha', ALTCHA_COST: '100' }, 'set ALTCHA_COST to 5000 or more'],
  [{ SECRET_KEY: '0'.repeat(64) }, 'SECRET_KEY can be guessed'],
  [{ SECRET_KEY: `${'0'.repeat(40)}${'1'.repeat(24)}` }, 'SECRET_KEY can be guessed'],
  [{ SECRET_KEY: typed }, 'SECRET_KEY can be guessed'],
  [{ SECRET_KEY: fewDigits }, 'SECRET_KEY can be guessed'],
  [{ SECRET_KEY: 'AB'.repeat(32) }, 'SECRET_KEY can be guessed'],
  [{ CARD_KEYS: `${key()},${'07'.repeat(32)}` }, 'CARD_KEYS can be guessed'],
  [{ CARD_KEYS: typed }, 'CARD_KEYS can be guessed'],
  [{ SECRET_KEY: counter(1) }, 'SECRET_KEY can be guessed'],
  [
    { SECRET_KEY: '4252656554063615010236134041051321663166014431106016116122145511' },
    'SECRET_KEY can be guessed',
  ],
  [{ SECRET_KEY: counter(0xfb) }, 'SECRET_KEY can be guessed'],
  ...[
    '0123012401250126012701280129012a012b012c012d012e012f013001310132',
    '00ff01fe02fd03fc04fb05fa06f907f808f709f60af50bf40cf30df20ef10ff0',
    '3141592653589793238462643383279502884197169399375105820974944592',
  ].map((weak): [Record<string, string>, string] => [{ SECRET_KEY: weak }, 'SECRET_KEY can be guessed']),
  [{ SECRET_KEY: `${counter(1).slice(0, 32)}${key().slice(32)}` }, 'SECRET_KEY can be guessed'],
  [
    { SECRET_KEY: Buffer.from('correct horse battery staple 123').toString('hex') },
    'SECRET_KEY can be guessed',
  ],
  [{ RECEIPT_KEYS: `${key()},${'07'.repeat(32)}` }, 'RECEIPT_KEYS can be guessed'],
  [{ PUSH_KEYS: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw' }, 'PUSH_KEYS can be guessed'],
  [{ PUSH_KEYS: Buffer.alloc(32, 7).toString('base64url') }, 'PUSH_KEYS can be guessed'],
  [{ PUSH_HOSTS: 'push.example' }, 'unset PUSH_HOSTS'],
  [{ RECEIPT_KEYS: good.SECRET_KEY }, 'RECEIPT_KEYS has the SECRET_KEY or one of CARD_KEYS'],
  [{ RECEIPT_KEYS: good.CARD_KEYS }, 'RECEIPT_KEYS has the SECRET_KEY or one of CARD_KEYS'],
  [{ CARD_KEYS: `${key()},${good.SECRET_KEY}` }, 'CARD_KEYS has the SECRET_KEY'],
  [{ CIELO_NOTIFICATION_SECRET: key().slice(0, 31) }, 'CIELO_NOTIFICATION_SECRET can be guessed'],
  [{ CIELO_NOTIFICATION_SECRET: 'ab'.repeat(20) }, 'CIELO_NOTIFICATION_SECRET can be guessed'],
  ...[
    '0123456789abcdef'.repeat(2),
    '12345678'.repeat(4),
    '12345678901234567890123456789012',
    'abcdefghijklmnopqrstuvwxyz012345',
    '1a2b3c4d5e6f7g8h9i0j1a2b3c4d5e6f',
    'aabbccddeeffgghhiijjkkllmmnnoopp',
    'Estaciona-Estaciona-Estaciona-2026',
    'GaragemDoCentro1-GaragemDoCentro1',
    'Guarulhos2024!Guarulhos2024!abcd',
    'your-webhook-secret-goes-here-xx',
    'qwertyuiopasdfghjklzxcvbnm123456',
  ].map((secret): [Record<string, string>, string] => [
    { CIELO_NOTIFICATION_SECRET: secret },
    'CIELO_NOTIFICATION_SECRET can be guessed',
  ]),
  ...['secure=true&secure=false', 'secure=false&requireTLS=true'].map(
    (asked): [Record<string, string>, string] => [
      { SMTP_URL: `smtp://mail.example?${asked}` },
      'SMTP_URL sends mails in clear',
    ],
  ),
  ...[
    'ssl=true&sslmode=disable',
    'sslmode=require&sslmode=disable',
    'ssl=true&sslmode=no-verify',
    'ssl=false&sslmode=require',
    'uselibpqcompat=true&sslmode=require',
    'host=/run/x&host=db.example',
    'host=',
  ].map((asked): [Record<string, string>, string] => [
    { DATABASE_URL: `postgres://g@db.example/g?${asked}` },
    'DATABASE_URL is another host without TLS',
  ]),
  [{ ...recaptcha, RECAPTCHA_SECRET: '6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe' }, 'public test keys'],
  [{ ...recaptcha, RECAPTCHA_SITE_KEY: '6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI' }, 'public test keys'],
  [{ RECAPTCHA_VERIFY_URL: 'http://verify.example' }, 'set RECAPTCHA_VERIFY_URL to an https address'],
  [{ CEP_URL: 'http://cep.example' }, 'set CEP_URL to an https address'],
  [{ CEP_URL: 'file:///etc/passwd' }, 'set CEP_URL to an https address'],
  [{ SMTP_URL: 'smtp://mail.example' }, 'SMTP_URL sends mails in clear'],
  [{ SMTP_URL: 'smtp://mail.example:587?requireTLS=true&ignoreTLS=true' }, 'SMTP_URL sends mails in clear'],
  [{ SMTP_URL: 'smtps://mail.example?tls.rejectUnauthorized=false' }, 'SMTP_URL sends mails in clear'],
  [{ DATABASE_URL: 'postgres://guiche@db.example/guiche' }, 'DATABASE_URL is another host without TLS'],
  [{ DATABASE_URL: 'postgres://g@db.example/g?sslmode=prefer' }, 'DATABASE_URL is another host without TLS'],
  [
    { DATABASE_URL: 'postgres://g@db.example/g?sslmode=no-verify' },
    'DATABASE_URL is another host without TLS',
  ],
])('production refuses %j with only its own message', (more, told) => {
  const start = () => readConfig({ ...good, ...more })
  expect(start).toThrow(/^production refuses to start: [^;]*$/)
  expect(start).toThrow(told)
})

it.each([
  { SMTP_URL: 'smtps://mail.example' },
  { SMTP_URL: 'smtp://mail.example:587?requireTLS=true' },
  { SMTP_URL: 'smtp://mail.example', ALLOW_PLAINTEXT: 'smtp' },
  { DATABASE_URL: 'postgres://guiche@db.example/guiche?sslmode=verify-full' },
  { DATABASE_URL: 'postgres://guiche@db.example/guiche?ssl=true' },
  { DATABASE_URL: 'postgres://guiche@[::1]/guiche' },
  { DATABASE_URL: 'postgres:///guiche?host=/run/postgresql' },
  { DATABASE_URL: 'postgres://g@db/g', SMTP_URL: 'smtp://mail', ALLOW_PLAINTEXT: 'smtp, postgresql' },
  recaptcha,
])('production starts with %j', (more) => {
  expect(() => readConfig({ ...good, ...more })).not.toThrow()
})

it('a strong secret may be named after the portal', () => {
  const CIELO_NOTIFICATION_SECRET = `guiche_secret_${key().slice(0, 40)}`
  expect(() => readConfig({ ...good, CIELO_NOTIFICATION_SECRET })).not.toThrow()
})

it('no random key counts as guessable', () => {
  for (let made = 0; made < 2_000; made += 1) expect(areGuessableKeys(key())).toBe(false)
})

it.each([
  [{ NODE_ENV: 'Production' }, /NODE_ENV/],
  [{ NODE_ENV: 'prod' }, /NODE_ENV/],
  [{ PUSH_KEYS: 'x' }, /^PUSH_KEYS: the key is 32 bytes of a P-256 private key/],
  [{ ALLOW_PLAINTEXT: 'mail' }, /ALLOW_PLAINTEXT: of smtp, postgresql/],
])('%j stops every start', (env, told) => {
  expect(() => readConfig(env)).toThrow(told)
})

it('several errors are reported together, and development ignores them', () => {
  const wrong = {
    ...good,
    PUBLIC_URL: 'http://a.example',
    ACQUIRER_URL: '',
    CIELO_QUERY_URL: 'http://b.example',
  }
  expect(() => readConfig(wrong)).toThrow(/ACQUIRER_URL.*; set CIELO_QUERY_URL.*; set PUBLIC_URL/)
  expect(readConfig({ ...wrong, NODE_ENV: undefined }).publicUrl).toBe('http://a.example')
})

describe('debit in production', () => {
  const threeDs = {
    CIELO_3DS_URL: 'https://mpi.braspag.com.br',
    CIELO_3DS_CLIENT_ID: 'id',
    CIELO_3DS_CLIENT_SECRET: 'secret',
    CIELO_3DS_ESTABLISHMENT: '1006993069',
    CIELO_3DS_MERCHANT_NAME: 'Guiche',
    CIELO_3DS_MCC: '7523',
  }
  const offered = (env: Record<string, string>) => {
    const config = readConfig({ ...good, ...env })
    const authenticator = openAuthenticator(config, 'http://127.0.0.1:9')
    return [
      cieloAcquirer(
        cieloSettingsOf(config, { url: 'https://cielo.example', queryUrl: 'https://query.example' }),
      ).offers,
      authenticator?.brands ?? null,
    ]
  }

  it('is offered only with the settings of the 3DS service', () => {
    expect(offered({})).toEqual([['credit'], null])
    expect(offered(threeDs)).toEqual([
      ['credit', 'debit'],
      ['Visa', 'Master', 'Elo'],
    ])
  })

  it.each(['https://a.example', 'https://*.a.example https://b.example:8443'])('hosts: %s', (hosts) => {
    const { cielo } = readConfig({ ...good, ...threeDs, CIELO_3DS_HOSTS: hosts })
    expect(cielo.threeDs?.hosts).toEqual(hosts.split(' '))
  })

  it.each([
    [{ CIELO_3DS_CLIENT_SECRET: '' }, /set CIELO_3DS_CLIENT_SECRET/],
    [{ CIELO_3DS_ESTABLISHMENT: '12' }, /set CIELO_3DS_ESTABLISHMENT to the 10 digits/],
    [{ CIELO_3DS_MERCHANT_NAME: 'x'.repeat(26) }, /set CIELO_3DS_MERCHANT_NAME/],
    [{ CIELO_3DS_MCC: '75' }, /set CIELO_3DS_MCC to 4 digits/],
    [{ CIELO_3DS_HOSTS: 'https://a.example/x' }, /set CIELO_3DS_HOSTS to https:/],
    [{ CIELO_3DS_HOSTS: 'https://a.example http://b.example' }, /set CIELO_3DS_HOSTS to https:/],
    [{ CIELO_3DS_HOSTS: 'https://a;script-src-elem' }, /set CIELO_3DS_HOSTS to https:/],
    [{ CIELO_3DS_HOSTS: "https://a.example'unsafe-inline'" }, /set CIELO_3DS_HOSTS to https:/],
    [{ CIELO_3DS_HOSTS: 'https://*' }, /set CIELO_3DS_HOSTS to https:/],
    [{ CIELO_3DS_URL: 'https://a;script-src-elem' }, /set CIELO_3DS_URL to the address/],
    [{ CIELO_3DS_URL: 'mpi' }, /set CIELO_3DS_URL to the address/],
    [{ CIELO_3DS_URL: 'http://mpi.example' }, /set CIELO_3DS_URL to an https address/],
  ])('is refused at start with %o', (wrong, told) => {
    expect(() => offered({ ...threeDs, ...wrong })).toThrow(told)
  })
})

it.each([
  [{ ACQUIRER: 'cielo' }, /^ACQUIRER=cielo needs ACQUIRER_URL/],
  [{ ACQUIRER: 'cielo', ACQUIRER_URL: 'https://a.example' }, /^ACQUIRER=cielo needs CIELO_QUERY_URL/],
])('outside production %j has no default address of the acquirer', (env, told) => {
  expect(missingCieloAddress(readConfig(env))).toMatch(told)
})

it.each([
  [{}],
  [{ ACQUIRER_URL: 'http://127.0.0.1:9' }],
  [{ ACQUIRER: 'cielo', ACQUIRER_URL: 'https://a.example', CIELO_QUERY_URL: 'https://b.example' }],
])('%j uses the configured address of the acquirer', (env) => {
  expect(missingCieloAddress(readConfig(env))).toBeNull()
})

describe('Pix', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-pix-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const { cert, key: certKey } = localCertificate()
  const bank = {
    PIX_PROVIDER: 'bacen',
    PIX_BANK: 'inter?account=12345',
    PIX_URL: 'https://cdpj.partners.bancointer.com.br/pix/v2',
    PIX_TOKEN_URL: 'https://cdpj.partners.bancointer.com.br/oauth/v2/token',
    PIX_CLIENT_ID: 'client',
    PIX_CLIENT_SECRET: 'secret',
    PIX_KEY: '0f3c9a4e-7b1d-4b5c-8a35-5b1f9d1c2e3a',
    PIX_CERT: file('client.pem', cert),
    PIX_CERT_KEY: file('client.key', certKey),
    PIX_WEBHOOK_SECRET: randomBytes(24).toString('hex'),
  }
  const start = (more: Record<string, string>) => () => readConfig({ ...good, ...bank, ...more })

  it('is offered by a bank with valid settings, by Cielo, or not at all', () => {
    expect(start({})().pix).toMatchObject({
      provider: 'bacen',
      expiryS: 900,
      bank: { title: 'Inter', headers: { 'x-conta-corrente': '12345' } },
    })
    expect(start({ PIX_PROVIDER: 'cielo' })().pix.provider).toBe('cielo')
    expect(start({ PIX_PROVIDER: '' })().pix.provider).toBeNull()
    expect(start({ PIX_BANK: 'sicoob', PIX_CLIENT_SECRET: '' })().pix.bank.auth).toBe('certificate')
    expect(readConfig({}).pix.provider).toBe('simulator')
  })

  it.each<[Record<string, string>, string]>([
    [{ PIX_PROVIDER: 'simulator' }, 'set PIX_PROVIDER=bacen or cielo, or unset it'],
    [{ PIX_URL: 'http://bank.example' }, 'set PIX_URL to an https address'],
    [{ PIX_TOKEN_URL: 'bank.example/token' }, 'set PIX_TOKEN_URL to an https address'],
    [{ PIX_CLIENT_SECRET: '' }, 'set PIX_CLIENT_SECRET'],
    [{ PIX_WEBHOOK_SECRET: '' }, 'set PIX_WEBHOOK_SECRET to 32 random characters or more'],
    [{ PIX_WEBHOOK_SECRET: 'curto' }, 'set PIX_WEBHOOK_SECRET'],
    [{ PIX_WEBHOOK_SECRET: 'a'.repeat(40) }, 'set PIX_WEBHOOK_SECRET'],
    [{ PIX_WEBHOOK_SECRET: `${'ab12'.repeat(12)}/x` }, 'set PIX_WEBHOOK_SECRET'],
    [{ PIX_CERT: '' }, 'set PIX_CERT and PIX_CERT_KEY to the files'],
    [{ PIX_CERT: join(folder, 'nenhum.pem') }, 'cannot be read as PEM files (ENOENT)'],
    [{ PIX_CERT: file('not.pem', 'x') }, 'cannot be read as PEM files'],
    [{ PIX_CERT_KEY: file('other.key', localCertificate().key) }, 'PIX_CERT_KEY is not the key of PIX_CERT'],
  ])('production refuses %j with only its own message', (more, told) => {
    expect(start(more)).toThrow(/^production refuses to start: [^;]*$/)
    expect(start(more)).toThrow(told)
  })

  it.each<[Record<string, string>, string]>([
    [{ PIX_BANK: 'nenhum' }, 'PIX_BANK: there is no bank nenhum'],
    [{ PIX_KEY: '', PIX_URL: '' }, 'environment: PIX_PROVIDER=bacen needs PIX_URL, PIX_KEY'],
    [{ PIX_EXPIRY_S: '30' }, 'PIX_EXPIRY_S: 60 to 86400'],
    [{ PIX_PROVIDER: 'banco' }, 'PIX_PROVIDER'],
  ])('every environment refuses %j', (more, told) => {
    expect(() => readConfig({ ...bank, ...more })).toThrow(told)
  })
})

it.each([
  ['0.0.0.0', '192.168.0.10'],
  ['::', '192.168.0.10'],
  ['127.0.0.1', '127.0.0.1'],
])('HOST=%s: a phone opens %s', (host, reachable) => {
  const common = { netmask: '', mac: '', cidr: null }
  const networks = {
    lo: [{ ...common, address: '127.0.0.1', family: 'IPv4', internal: true } as const],
    eth0: [
      { ...common, address: 'fe80::1', family: 'IPv6', internal: false, scopeid: 2 } as const,
      { ...common, address: '192.168.0.10', family: 'IPv4', internal: false } as const,
    ],
  }
  expect(reachableHost(host, networks)).toBe(reachable)
  expect(reachableHost('0.0.0.0', {})).toBe('127.0.0.1')
})
