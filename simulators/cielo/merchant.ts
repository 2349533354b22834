/** The accepted merchant. */
export type Merchant = { readonly merchantId: string; readonly merchantKey: string }

/** The default merchant. */
export const simulatedMerchant: Merchant = {
  merchantId: '00000000-0000-4000-8000-000000000000',
  merchantKey: 'SIMULATORSIMULATORSIMULATORSIMULATORSIMU',
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** A MerchantId that is no GUID has its own error; all else is 401. */
export function merchantProblem(
  known: Merchant,
  { merchantid, merchantkey }: Headers,
): 'not_a_guid' | 'unknown' | null {
  if (merchantid === undefined || merchantkey === undefined) return 'unknown'
  if (!isGuid(String(merchantid))) return 'not_a_guid'
  const isKnown =
    String(merchantid).toLowerCase() === known.merchantId.toLowerCase() && merchantkey === known.merchantKey
  return isKnown ? null : 'unknown'
}

export function isGuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
