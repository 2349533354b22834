/** '0001234567890' -> '0001 2345 67890'; other texts are unchanged. */
export function formatTicketCode(code: string): string {
  const digits = /^(\d{4})(\d{4})(\d{5})$/.exec(code)
  return digits ? `${digits[1]} ${digits[2]} ${digits[3]}` : code
}
