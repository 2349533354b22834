import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { missingAddress } from './production.ts'
import { readConfig } from './config.ts'

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

it('production starts with what is right', () => {
  expect(readConfig(good)).toMatchObject({
    publicUrl: 'https://estacione.example.com.br',
    acquirerUrl: good.ACQUIRER_URL,
    cielo: { queryUrl: good.CIELO_QUERY_URL },
  })
})

const typed = '0123456789abcdef'.repeat(4)
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
  [{ DEMO: 'on' }, 'unset DEMO'],
  [{ CAPTCHA: 'altcha', ALTCHA_COST: '100' }, 'set ALTCHA_COST to 5000 or more'],
  [{ SECRET_KEY: '0'.repeat(64) }, 'SECRET_KEY can be guessed'],
  [{ SECRET_KEY: `${'0'.repeat(40)}${'1'.repeat(24)}` }, 'SECRET_KEY can be guessed'],
  [{ SECRET_KEY: typed }, 'SECRET_KEY can be guessed'],
  [{ SECRET_KEY: 'AB'.repeat(32) }, 'SECRET_KEY can be guessed'],
  [{ CARD_KEYS: `${key()},${'07'.repeat(32)}` }, 'CARD_KEYS can be guessed'],
  [{ CARD_KEYS: typed }, 'CARD_KEYS can be guessed'],
])('production refuses %j, and says only what is wrong', (more, told) => {
  const start = () => readConfig({ ...good, ...more })
  expect(start).toThrow(/^production refuses to start: [^;]*$/)
  expect(start).toThrow(told)
})

it('several are told together, and nothing of it binds a developer', () => {
  const wrong = {
    ...good,
    PUBLIC_URL: 'http://a.example',
    ACQUIRER_URL: '',
    CIELO_QUERY_URL: 'http://b.example',
  }
  expect(() => readConfig(wrong)).toThrow(/ACQUIRER_URL.*; set CIELO_QUERY_URL.*; set PUBLIC_URL/)
  expect(readConfig({ ...wrong, NODE_ENV: undefined }).publicUrl).toBe('http://a.example')
})

it.each([
  [{ ACQUIRER: 'cielo' }, /^ACQUIRER=cielo needs ACQUIRER_URL/],
  [{ ACQUIRER: 'cielo', ACQUIRER_URL: 'https://a.example' }, /^ACQUIRER=cielo needs CIELO_QUERY_URL/],
])('outside production %j leads to no acquirer by itself', (env, told) => {
  expect(missingAddress(readConfig(env))).toMatch(told)
})

it.each([
  [{}],
  [{ ACQUIRER_URL: 'http://127.0.0.1:9' }],
  [{ ACQUIRER: 'cielo', ACQUIRER_URL: 'https://a.example', CIELO_QUERY_URL: 'https://b.example' }],
])('%j says where the acquirer is', (env) => {
  expect(missingAddress(readConfig(env))).toBeNull()
})
