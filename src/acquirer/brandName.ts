import { lookUp } from '#kit/text/lookUp.ts'

const printed: Readonly<Record<string, string>> = {
  Master: 'Mastercard',
  Amex: 'American Express',
  Diners: 'Diners Club',
}

/** How a card's brand is printed on it: the acquirer says 'Master', people read 'Mastercard'. */
export function brandName(brand: string): string {
  return lookUp(printed, brand) ?? brand
}
