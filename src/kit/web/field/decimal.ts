import { numberText } from '../../text/formats.ts'

/** '12,5', '1.234,56' or '12.50'; null for other texts or more than `places` decimals. */
export function readDecimal(text: string, places = 2): number | null {
  const bare = text.trim().replace(/\s/g, '')
  // A single dot before at most `places` digits is a decimal point.
  const asComputers = new RegExp(`^-?\\d+\\.\\d{1,${Math.max(1, places)}}$`)
  const plain = places === 0 || !asComputers.test(bare) ? ungrouped(bare) : bare
  return new RegExp(`^-?\\d{1,12}(\\.\\d{0,${places}})?$`).test(plain) ? Number(plain) : null
}

/** '1.234,56' -> '1234.56'; other dots make the text invalid. */
function ungrouped(text: string): string {
  return (
    /^-?\d{1,3}(\.\d{3})+(,|$)/.test(text) ? text.replaceAll('.', '') : text.replaceAll('.', 'x')
  ).replace(',', '.')
}

export function decimalText(value: number, places = 2): string {
  return numberText(value, places)
}

export function stepped(value: number, by: 1 | -1, places = 2): number {
  const scale = 10 ** places
  return (Math.round(value * scale) + by) / scale
}
