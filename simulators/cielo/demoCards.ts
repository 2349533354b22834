import type { CardBrand } from '#acquirer/brands.ts'

/**
 * One demo card for each last digit with a meaning (src/acquirer/server/cielo/README.md#14-the-sandbox), with
 * any future expiry and any CVV.
 */
export const demoCards: readonly { number: string; note: string; brand: CardBrand }[] = [
  { number: '4000000000000010', note: 'aprovado', brand: 'Visa' },
  { number: '5200000000000031', note: 'aprovado', brand: 'Master' },
  { number: '6505290000000194', note: 'aprovado', brand: 'Elo' },
  { number: '6505290000000012', note: 'recusado: não autorizado', brand: 'Elo' },
  { number: '4000000000000093', note: 'recusado: transação não permitida', brand: 'Visa' },
  { number: '5200000000000015', note: 'recusado: cartão bloqueado', brand: 'Master' },
  { number: '4000000000000036', note: 'sem resposta: confirmado depois', brand: 'Visa' },
  { number: '6505290000000087', note: 'recusado: cartão cancelado', brand: 'Elo' },
  { number: '5200000000000098', note: 'recusado: sem saldo ou limite', brand: 'Master' },
  { number: '4000000000002701', note: 'débito: autenticado sem perguntar', brand: 'Visa' },
  { number: '4000000000000101', note: 'débito: autenticação tentada', brand: 'Visa' },
  { number: '4000000000002420', note: 'débito: sem autenticação', brand: 'Visa' },
]

/** Sandbox cards for 3DS; for debit they decide instead of the last digit. */
export const authenticationCards: Readonly<Record<string, 'authenticated' | 'not_authenticated'>> = {
  ...cards('authenticated', '4000000000002503 5200000000002151 6505290000002190'),
  ...cards('authenticated', '4000000000002701 5200000000002235 6505290000002000'),
  ...cards('authenticated', '4000000000002024 5200000000002805'),
  ...cards('authenticated', '4000000000001091 5200000000001096 6505290000001234'),
  ...cards('authenticated', '4000000000001000 5200000000001005'),
  ...cards('not_authenticated', '4000000000002370 5200000000002490 6505290000002208'),
  ...cards('not_authenticated', '4000000000002420 5200000000002664 6505290000002257'),
  ...cards('not_authenticated', '4000000000002644 5200000000002656 6505290000002265'),
  ...cards('not_authenticated', '4000000000002925 5200000000002276 6505290000002018'),
}

function cards<Result>(result: Result, numbers: string): Record<string, Result> {
  return Object.fromEntries(numbers.split(' ').map((number) => [number, result]))
}
