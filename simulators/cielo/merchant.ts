/** Who may call: the merchant that the simulator knows. */
export type Merchant = { readonly merchantId: string; readonly merchantKey: string }

/** The simulator's own merchant, where nobody names another. */
export const simulatedMerchant: Merchant = {
  merchantId: '00000000-0000-4000-8000-000000000000',
  merchantKey: 'SIMULATORSIMULATORSIMULATORSIMULATORSIMU',
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Why a caller is turned away: a MerchantId that is no GUID has an error of its own, all else is 401. Null: it may call. */
export function turnedAway(
  known: Merchant,
  { merchantid, merchantkey }: Headers,
): 'not_a_guid' | 'unknown' | null {
  if (merchantid === undefined || merchantkey === undefined) return 'unknown'
  if (!isGuid(String(merchantid))) return 'not_a_guid'
  const isKnown =
    String(merchantid).toLowerCase() === known.merchantId.toLowerCase() && merchantkey === known.merchantKey
  return isKnown ? null : 'unknown'
}

/** Whether a text has the form of a PaymentId or MerchantId. */
export function isGuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
