import { numberText } from '../../text/formats.ts'

/** Decimal numbers as Brazilians write them: '1.234,56'. Pure. */

/** Reads '12,5', '1.234,56' or '12.50'; null for anything else, such as more decimals than `places`. */
export function readDecimal(text: string, places = 2): number | null {
  const bare = text.trim().replace(/\s/g, '')
  // A single dot before at most `places` digits is a decimal point of who types as computers do; else it groups.
  const asComputers = new RegExp(`^-?\\d+\\.\\d{1,${Math.max(1, places)}}$`)
  const plain = places === 0 || !asComputers.test(bare) ? ungrouped(bare) : bare
  return new RegExp(`^-?\\d{1,12}(\\.\\d{0,${places}})?$`).test(plain) ? Number(plain) : null
}

/** '1.234,56' -> '1234.56'. Dots that do not group thousands stay, and so make it no number. */
function ungrouped(text: string): string {
  return (
    /^-?\d{1,3}(\.\d{3})+(,|$)/.test(text) ? text.replaceAll('.', '') : text.replaceAll('.', 'x')
  ).replace(',', '.')
}

/** 1234.5 -> '1.234,50'. */
export function decimalText(value: number, places = 2): string {
  return numberText(value, places)
}

/** One step of 0.01 (or of the last of `places`) up or down, free of binary dust: 0.1 + 0.01 is 0.11. */
export function stepped(value: number, by: 1 | -1, places = 2): number {
  const scale = 10 ** places
  return (Math.round(value * scale) + by) / scale
}
