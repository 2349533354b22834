/** A spreadsheet shows a long number so, and loses digits. */
const scientific = /^(\d)(?:[.,](\d+))?e\+(\d+)$/i
const grouped = /^\d{1,3}(?:(?:\.\d{3})+|(?:,\d{3})+|(?:[ \u00a0\u202f]\d{3})+)$/

/** '632567.0', '632567,00', '632.567', '6,32567E+05' -> '632567'. Null where digits are lost: '6,33E+05'. */
export function wholeIdentifier(text: string): string | null {
  const [, first = '', decimals = '', exponent] = scientific.exec(text) ?? []
  if (exponent !== undefined) {
    const zeros = decimals.slice(Number(exponent))
    const isWhole = decimals.length >= Number(exponent) && /^0*$/.test(zeros)
    return isWhole ? first + decimals.slice(0, Number(exponent)) : null
  }
  const whole = /^([\d.,\s]*\d)[.,]0{1,2}$/.exec(text)?.[1] ?? text
  return grouped.test(whole) ? whole.replace(/\D/g, '') : whole
}

/** A Pix's EndToEndId: E, the bank's 8 digits, a minute, 11 signs. */
export function findPixId(texts: readonly string[]): string | null {
  for (const text of texts) {
    const found = /E[a-z0-9]{8}20\d{10}[a-z0-9]{11}/i.exec(text)
    if (found) return found[0]
  }
  return null
}
