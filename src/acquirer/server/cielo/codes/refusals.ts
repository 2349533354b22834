import type { RefusalCause } from '../../../acquirer.ts'
import { type CodeRow, causeByCode } from './returnCodes.ts'
import { lookUp } from '#kit/text/lookUp.ts'

/**
 * Why a sale was denied. The same code means different things to different brands, so a brand's own row
 * goes before the common one. Leading zeros do not count ('05' is '5'), except for '014', a code of its own.
 */
export function refusalCause(brand: string | null, returnCode: string | null): RefusalCause {
  if (returnCode === null) return 'generic'
  if (isSetupCode(returnCode)) return 'setup'
  const code = returnCode.trim().toUpperCase()
  const row = lookUp(causeByCode, code) ?? lookUp(causeByCode, code.replace(/^0+(?=.)/, ''))
  return row === undefined ? 'generic' : causeIn(row, brand)
}

function causeIn(row: CodeRow, brand: string | null): RefusalCause {
  if (typeof row === 'string') return row
  return (brand === null ? undefined : lookUp(row, brand)) ?? row.any
}

/** The merchant or the message is wrong, whatever the card: seen in sales that stay at Status 0, and as denials. */
const setupCodes = ['001', '002', '003', 'BP176', 'GF']

/** Whether a code says that the shop is not set up as Cielo wants it. Leading zeros count: '3' is an issuer's. */
export function isSetupCode(code: string): boolean {
  return setupCodes.includes(code.trim().toUpperCase())
}

/** The cause of a sale that Cielo gave up with Status 0, by its code (src/acquirer/server/cielo/README.md#10-status); null: nobody knows. */
export function unfinishedCause(code: string | null, reasonCode: string | null): RefusalCause | null {
  if (code === 'BP171' || reasonCode === '16') return 'velocity'
  return code !== null && isSetupCode(code) ? 'setup' : null
}

const cardDataErrors = [117, 118, 124, 125, 126, 127, 128, 146, 174, 177, 213, 214]

/** What the shop's credentials, its contract or our message are to blame for: nothing that a payer types leads there. */
const setupErrors = [
  100, 101, 102, 107, 108, 109, 110, 111, 112, 114, 115, 116, 119, 120, 121, 122, 123, 129, 131, 132, 133,
  173, 184,
]

/**
 * The cause of an error of the API itself (HTTP 400, src/acquirer/server/cielo/README.md#12-api-errors). A code that is on no list may be one
 * that a payer provokes at will: it counts as any refusal does, and the operator is told.
 */
export function apiErrorCause(code: number): RefusalCause {
  if (cardDataErrors.includes(code)) return 'card_data'
  if (code === 182 || code === 185) return 'brand'
  if (code === 130 || code === 180) return 'saved_card'
  return setupErrors.includes(code) ? 'setup' : 'unlisted'
}
