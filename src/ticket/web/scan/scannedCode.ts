/**
 * The ticket's 13 digits in what a scanner read: plain (EAN-13, Code 128, QR), with the leading 0 that ITF puts before
 * an odd number of digits, or inside one of our own links (`...?ticket=`). Null for any other code.
 */
export function scannedCode(read: string): string | null {
  const text = read.trim()
  const plain = /^0?(\d{13})$/.exec(text)?.[1]
  return plain ?? /[?&]ticket=(\d{13})(?:&|$)/.exec(text)?.[1] ?? null
}
