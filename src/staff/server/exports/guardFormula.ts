/** A first character, after blanks, by which a spreadsheet takes a text for a formula; the last four are the full-width forms. */
const formula = /^\s*?[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

/** `'` stands before what would be a formula (https://owasp.org/www-community/attacks/CSV_Injection). */
export function guardFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text
}
