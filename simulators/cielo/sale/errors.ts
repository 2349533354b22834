/** Texts of Cielo's API errors, mistakes included (src/acquirer/server/cielo/README.md#12-api-errors). */
const messages = {
  0: 'Internal error',
  102: 'Payment Type is required',
  105: 'Customer Name is required',
  107: 'OrderId is invalid or does not exists',
  108: 'Amount must be greater or equal to zero',
  114: 'The provided MerchantId is not in correct format',
  117: 'Credit Card Holder is required',
  118: 'Credit Card Number is required',
  119: 'At least one Payment is required',
  121: 'Customer is required',
  122: 'MerchantOrderId is required',
  123: 'Installments must be greater or equal to one',
  124: 'Credit Card is Required',
  125: 'Credit Card Expiration Date is required',
  126: 'Credit Card Expiration Date is invalid',
  127: 'You must provide CreditCard Number',
  128: 'Card Number length exceeded',
  130: 'Could not get Credit Card',
  146: 'SecurityCode length exceeded',
  147: 'Customer Address Street length exceeded',
  148: 'Customer Address Number length exceeded',
  149: 'Customer Address Complement length exceeded',
  150: 'Customer Address ZipCode length exceeded',
  151: 'Customer Address City length exceeded',
  152: 'Customer Address State length exceeded',
  153: 'Customer Address Country length exceeded',
  155: 'Customer Name length exceeded',
  156: 'Customer Identity length exceeded',
  157: 'Customer IdentityType length exceeded',
  158: 'Customer Email length exceeded',
  173: 'Payment method is not enabled',
  182: 'Brand is required',
  184: 'Request could not be empty',
  185: 'Brand is not supported by selected provider',
  213: 'Credit Card Number is invalid',
  214: 'Credit Card Holder Must Have Only Letters',
  307: 'Transaction not found',
  308: 'Transaction not available to capture',
  309: 'Transaction not available to void',
} as const

export type ErrorCode = keyof typeof messages
export type ApiErrors = readonly { readonly Code: ErrorCode; readonly Message: string }[]

/** An HTTP 400 is always an array. */
export function apiErrors(...codes: readonly ErrorCode[]): ApiErrors {
  return codes.map((code) => ({ Code: code, Message: messages[code] }))
}
