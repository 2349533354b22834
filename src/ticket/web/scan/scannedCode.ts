/**
 * The 13 digits of a ticket: plain, with the leading 0 that ITF adds to an odd number of digits, or in a portal
 * link (`...?ticket=`). Null for any other code.
 */
export function scannedCode(read: string): string | null {
  const text = read.trim()
  const plain = /^0?(\d{13})$/.exec(text)?.[1]
  return plain ?? /[?&]ticket=(\d{13})(?:&|$)/.exec(text)?.[1] ?? null
}
