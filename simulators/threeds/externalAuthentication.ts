import * as z from 'zod/mini'
import type { External, Verdict } from '../cielo/ledger/records.ts'
import { directDebit, notAuthenticated, verdictAfterAuthentication } from '../cielo/sale/verdict.ts'
import { flag, text } from '../cielo/sale/fields.ts'

/** `Payment.ExternalAuthentication` of a request. */
export const externalFields = z.catch(
  z.nullish(z.object({ cavv: text, xid: text, eci: text, version: text, referenceid: text, dataonly: flag })),
  null,
)
type ExternalFields = z.infer<typeof externalFields>

export function readExternal(fields: ExternalFields | undefined): External | null {
  if (!fields) return null
  const { cavv, xid, eci, version, referenceid: referenceId, dataonly: dataOnly } = fields
  return { cavv, xid, eci, version, referenceId, dataOnly }
}

/** ECIs with a liability shift: authenticated, or attempted. */
const shiftingEcis: ReadonlyMap<string, readonly string[]> = new Map([
  ['visa', ['5', '6']],
  ['elo', ['5', '6']],
  ['amex', ['5', '6']],
  ['master', ['2', '1']],
])

function hasLiabilityShift(brand: string, { eci, cavv }: External): boolean {
  const known = shiftingEcis.get(brand.toLowerCase())
  return cavv !== '' && (known?.includes(eci.replace(/^0+/, '')) ?? false)
}

/** Debit needs a liability shift. */
export function debitVerdict(
  number: string,
  of: { brand: string; authenticate: boolean; external: External | null },
): Verdict {
  if (!of.authenticate || of.external === null) return directDebit
  return hasLiabilityShift(of.brand, of.external) ? verdictAfterAuthentication(number) : notAuthenticated
}

/** The fields of an answer, with the ECI that the brand used. */
export function externalBody(external: External | null | undefined): object {
  if (!external) return {}
  const { cavv, xid, eci, version, referenceId, dataOnly } = external
  const echo = {
    ...(cavv === '' ? {} : { Cavv: cavv }),
    ...(xid === '' ? {} : { Xid: xid }),
    Eci: eci,
    Version: version,
    ReferenceId: referenceId,
    ...(dataOnly ? { DataOnly: true } : {}),
  }
  return { ExternalAuthentication: echo, Eci: eci }
}
