/** A stored plate as it is painted: 'ABC1234' -> 'ABC-1234'; the Mercosul form has no hyphen. */
export function plateText(plate: string): string {
  return plate.replace(/^([A-Z]{3})(\d{4})$/, '$1-$2')
}
