import type { RefusalCause } from '../../../acquirer.ts'
import { type CodeRow, causeByCode, plainCode } from './returnCodes.ts'
import { lookUp } from '#kit/text/lookUp.ts'

/** A cause for the card's brand replaces the cause for all brands. */
export function refusalCause(brand: string | null, returnCode: string | null): RefusalCause {
  if (returnCode === null) return 'generic'
  if (isSetupCode(returnCode)) return 'setup'
  const row = lookUp(causeByCode, plainCode(returnCode))
  return row === undefined ? 'generic' : causeForBrand(row, brand)
}

function causeForBrand(row: CodeRow, brand: string | null): RefusalCause {
  if (typeof row === 'string') return row
  return (brand === null ? undefined : lookUp(row, brand)) ?? row.any
}

const setupCodes = ['001', '002', '003', 'BP176', 'GF']

/** Leading zeros count: '3' is an issuer's code. */
function isSetupCode(code: string): boolean {
  return setupCodes.includes(code.trim().toUpperCase())
}

/** The cause at Status 0 (src/acquirer/server/cielo/README.md#10-status); null when unknown. */
export function statusZeroCause(code: string | null, reasonCode: string | null): RefusalCause | null {
  if (code === 'BP171' || reasonCode === '16') return 'velocity'
  return code !== null && isSetupCode(code) ? 'setup' : null
}

const cardDataErrors = [117, 118, 124, 125, 126, 127, 128, 146, 174, 177, 213, 214]

/** Errors that no input of a payer can cause. */
const setupErrors = [
  100, 101, 102, 107, 108, 109, 110, 111, 112, 114, 115, 116, 119, 120, 121, 122, 123, 129, 131, 132, 133,
  173, 184,
]

/** The cause of an HTTP 400 (src/acquirer/server/cielo/README.md#12-api-errors). An unlisted code counts as a refusal. */
export function apiErrorCause(code: number): RefusalCause {
  if (cardDataErrors.includes(code)) return 'card_data'
  if (code === 182 || code === 185) return 'brand'
  if (code === 130 || code === 180) return 'saved_card'
  return setupErrors.includes(code) ? 'setup' : 'unlisted'
}
