import { authenticationCards } from '../demoCards.ts'
import type { Verdict } from '../ledger/records.ts'
import { lookUp } from '#kit/text/lookUp.ts'

const denied: Readonly<Record<string, readonly [code: string, message: string]>> = {
  '2': ['05', 'Not Authorized'],
  '3': ['57', 'Card Expired'],
  '5': ['78', 'Blocked Card'],
  '7': ['77', 'Card Canceled'],
  '8': ['70', 'Problems with Creditcard'],
}

/** 4: authorised, 6: captured. */
export function approval(capture: boolean): Verdict {
  return { approved: true, returnCode: capture ? '6' : '4', returnMessage: 'Operation Successful' }
}

export const notAuthenticated: Verdict = {
  approved: false,
  returnCode: 'AI',
  returnMessage: 'Autenticacao nao foi efetuada com sucesso',
}

/** Debit without authentication. */
export const directDebit: Verdict = {
  approved: false,
  returnCode: '014',
  returnMessage: 'Direct authorization is allowed for credit only',
}

/** The last digit decides. Unlike the sandbox, 6 is approved after a first answer of `Timeout`, and 9 at once. */
export function verdictByLastDigit(number: string, capture: boolean): Verdict {
  const row = lookUp(denied, number.slice(-1))
  if (number.endsWith('9'))
    return { ...approval(capture), returnCode: Number(number.at(-2)) % 2 === 0 ? '6' : '9' }
  return row === undefined
    ? approval(capture)
    : { approved: false, returnCode: row[0], returnMessage: row[1] }
}

/** Cielo's 3DS cards decide by themselves. */
export function verdictAfterAuthentication(number: string): Verdict {
  const listed = lookUp(authenticationCards, number)
  if (listed === undefined) return verdictByLastDigit(number, true)
  return listed === 'authenticated' ? approval(true) : notAuthenticated
}

/** Whether the first answer is a time-out although the sale was made. */
export function isOutcomeHidden(number: string): boolean {
  return number.endsWith('6')
}
