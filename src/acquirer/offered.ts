export type CardKind = 'credit' | 'debit'

export const bankMethods = ['pix'] as const
export type BankMethod = (typeof bankMethods)[number]

export type Offered = CardKind | BankMethod
