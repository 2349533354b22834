/**
 * A licence plate without hyphen, blanks or lower case; null when it is neither of the two forms of Brazil:
 * ABC1234 (until 2018) and ABC1D23 (Mercosul).
 */
export function normalisePlate(text: string): string | null {
  const plain = plainPlate(text)
  return plain !== null && /^[A-Z]{3}\d[A-Z0-9]\d{2}$/.test(plain) ? plain : null
}

/** What a camera read, without hyphen, blanks or lower case: a car of another country has a plate too. Null for nothing. */
export function plainPlate(text: string): string | null {
  return text.replace(/[\s.-]/g, '').toUpperCase() || null
}

/**
 * The plates that a car may carry whose plate was read or typed so, this one first: an old plate that is changed for one of
 * Mercosul keeps all but its fifth sign, where the digits 0 to 9 become the letters A to J.
 */
export function platesOfCar(plate: string): string[] {
  const [, before = '', fifth = '', after = ''] = /^([A-Z]{3}\d)([0-9A-J])(\d{2})$/.exec(plate) ?? []
  if (fifth === '') return [plate]
  const other = /\d/.test(fifth) ? letters[Number(fifth)] : letters.indexOf(fifth)
  return [plate, `${before}${other}${after}`]
}

const letters = 'ABCDEFGHIJ'

/** How many vehicles a person may have (docs/calls.md#vehicle). */
export const mostVehicles = 10

/** What is said of a plate that is neither. */
export const plateRule = 'Digite uma placa válida, como ABC1D23 ou ABC-1234.'
