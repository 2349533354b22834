import type { RefusalCause } from '../../../acquirer.ts'
import type { CardBrand } from '../../../brands.ts'

export type CodeRow =
  | RefusalCause
  | ({ readonly any: RefusalCause } & Readonly<Partial<Record<CardBrand, RefusalCause>>>)

/**
 * Issuers' codes at Payment.Status 3 (src/acquirer/server/cielo/README.md#11-return-codes). Codes not listed
 * are `generic`.
 */
export const causeByCode: Readonly<Record<string, CodeRow>> = {
  ...allWithCause('funds', '51 70 DM'),
  ...allWithCause('limit', '61 65 BL'),
  ...allWithCause('pin', '55 74 P5 P6'),
  ...allWithCause('card_data', '14 15 85 89 90 AF AG BD BM BO BP C2 CF CG DQ KA KB KE U3'),
  ...allWithCause('cvv', 'AV 6P'),
  ...allWithCause('expired', '54'),
  ...allWithCause('not_allowed', '41 43 57 DF R0 R1 R2 R3 SC'),
  ...allWithCause('blocked', '67 75 BN'),
  ...allWithCause('unlock', '78'),
  ...allWithCause('closed', '46 76 77 BR'),
  ...allWithCause('merchant', '3 12 19 22 23 24 30 58 80 91 92 94 96 98 99 999 AA EB FE GA GD N8'),
  ...allWithCause('merchant', 'BP900 BP901 BP902 BP903 BP904'),
  ...allWithCause('amount', '13 97 EE'),
  ...allWithCause('use_credit', 'AB AH C1'),
  ...allWithCause('use_debit', 'AC'),
  ...allWithCause('authentication', 'AI 014'),
  ...allWithCause('velocity', 'BP171 GK GT'),

  '1': { any: 'generic', Master: 'card_data' },
  '4': { any: 'generic', Elo: 'merchant' },
  '6': { any: 'generic', Elo: 'merchant', Visa: 'card_data' },
  '8': { any: 'generic', Amex: 'cvv' },
  '12': { any: 'merchant', Elo: 'card_data' },
  '38': { any: 'generic', Elo: 'blocked' },
  '39': { any: 'generic', Visa: 'use_debit' },
  '52': { any: 'generic', Visa: 'use_credit' },
  '53': { any: 'generic', Visa: 'use_credit' },
  '56': { any: 'generic', Elo: 'card_data' },
  '62': { any: 'blocked', Master: 'not_allowed' },
  '63': { any: 'generic', Elo: 'cvv', Master: 'cvv' },
  '64': { any: 'amount', Visa: 'generic' },
  '79': { any: 'generic', Master: 'card_data' },
  '81': { any: 'generic', Visa: 'pin' },
  '82': { any: 'card_data', Master: 'generic' },
  '83': { any: 'generic', Elo: 'pin' },
  '86': { any: 'generic', Visa: 'pin' },
  '88': { any: 'generic', Master: 'pin' },
  N4: { any: 'generic', Visa: 'limit' },
  N7: { any: 'generic', Visa: 'cvv' },
  A1: { any: 'generic', Amex: 'merchant' },
  A2: { any: 'generic', Amex: 'card_data' },
  A3: { any: 'generic', Amex: 'merchant' },
  A4: { any: 'generic', Amex: 'blocked' },
  A5: { any: 'generic', Amex: 'funds' },
  A6: { any: 'generic', Amex: 'pin' },
  A7: { any: 'generic', Amex: 'pin' },
  AE: { any: 'generic', Amex: 'merchant' },
  BV: { any: 'generic', Amex: 'expired' },
  DA: { any: 'generic', Amex: 'merchant' },
  FD: { any: 'generic', Amex: 'not_allowed' },
  JB: { any: 'generic', Amex: 'amount' },
}

function allWithCause(cause: RefusalCause, codes: string): Record<string, RefusalCause> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, cause]))
}

/** Without leading zeros, except in '014', a code of its own. */
export function plainCode(code: string): string {
  const plain = code.trim().toUpperCase()
  return plain === '014' ? plain : plain.replace(/^0+(?=.)/, '')
}
