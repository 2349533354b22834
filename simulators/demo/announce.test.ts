import { expect, it } from 'vitest'
import { demoCards } from '../cielo/demoCards.ts'
import { announcement } from './announce.ts'

it('the start prints tickets, logins, cards, and the addresses of debit, Pix, mails and codes', async () => {
  const demo = {
    device_key: 'k',
    customer: { email: 'clara@demo.example', password: 'senha-1' },
    staff: [{ email: 'alice@demo.example', password: 'senha-2', level: 1 }],
    tickets: [{ code: '0001234567890', note: 'em aberto' }],
  }
  const text = await announcement({
    url: 'http://127.0.0.1:3000',
    demo,
    databaseKind: 'embedded',
    pixUrl: 'http://bank',
  })
  const words = [
    '0001234567890',
    'clara@demo.example',
    'alice@demo.example',
    '/dev/mail',
    '/dev/totp',
    'http://bank/_sim/',
  ]
  for (const word of [...words, ...demoCards.map(({ number }) => number)]) expect(text).toContain(word)
  expect(text.split('\n').filter((line) => /\bDebit\b.*bank's page/.test(line))).toHaveLength(1)
})
