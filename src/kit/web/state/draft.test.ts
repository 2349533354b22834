import { expect, it } from 'vitest'
import { withoutSecrets } from './draft.ts'

it('never stores a password or a card', () => {
  const typed = {
    name: 'Ana',
    shouldCreateAccount: true,
    password: 'segredo',
    password_new: 'segredo',
    cardNumber: '4111',
    cardCvv: '123',
    cardExpiration: '12/30',
    cvv: '1',
    city: { id: 1 },
  }
  expect(withoutSecrets(typed)).toEqual({ name: 'Ana', shouldCreateAccount: true })
})
