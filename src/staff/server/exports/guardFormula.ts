/** First characters, after blanks, of a formula; the last four are full-width forms. */
const formula = /^\s*?[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

/** https://owasp.org/www-community/attacks/CSV_Injection */
export function guardFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text
}
