/**
 * A licence plate without hyphen, blanks or lower case; null when it is neither of the two forms of Brazil:
 * ABC1234 (until 2018) and ABC1D23 (Mercosul).
 */
export function normalisePlate(text: string): string | null {
  const plain = text.replace(/[\s.-]/g, '').toUpperCase()
  return /^[A-Z]{3}\d[A-Z0-9]\d{2}$/.test(plain) ? plain : null
}

/** How many vehicles a person may have (docs/calls.md#4-vehicles-and-saved-cards). */
export const mostVehicles = 10

/** What is said of a plate that is neither. */
export const plateRule = 'Digite uma placa válida, como ABC1D23 ou ABC-1234.'
