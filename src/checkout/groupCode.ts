/** '0001234567890' -> '0001 2345 67890', as it is read aloud and printed. Anything else stays as it is. */
export function groupCode(code: string): string {
  const digits = /^(\d{4})(\d{4})(\d{5})$/.exec(code)
  return digits ? `${digits[1]} ${digits[2]} ${digits[3]}` : code
}
