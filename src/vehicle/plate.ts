import { cleanText } from '#kit/brazil.ts'

/** Upper case without hyphen: ABC1234 (until 2018) or ABC1D23 (Mercosul); null for other forms. */
export function normalisePlate(text: string): string | null {
  const plain = cleanPlate(text)
  return plain !== null && /^[A-Z]{3}\d[A-Z0-9]\d{2}$/.test(plain) ? plain : null
}

/** Cleans a camera's reading, also of foreign plates; null for an empty one. */
export function cleanPlate(text: string): string | null {
  return (
    cleanText(text)
      .replace(/^placa\b/i, '')
      .replace(/[^\p{L}\d]/gu, '')
      .toUpperCase() || null
  )
}

/** A Mercosul plate replaces the old one's fifth digit, 0 to 9, by A to J. */
export function platesOfCar(plate: string): string[] {
  const [, before = '', fifth = '', after = ''] = /^([A-Z]{3}\d)([0-9A-J])(\d{2})$/.exec(plate) ?? []
  if (fifth === '') return [plate]
  const other = /\d/.test(fifth) ? letters[Number(fifth)] : letters.indexOf(fifth)
  return [plate, `${before}${other}${after}`]
}

const letters = 'ABCDEFGHIJ'

/** Limit per person (docs/calls.md#vehicle). */
export const maxVehicles = 10

export const invalidPlateText = 'Digite uma placa válida, como ABC1D23 ou ABC-1234.'
