/** 'ABC1234' -> 'ABC-1234'; Mercosul plates stay. */
export function formatPlate(plate: string): string {
  return plate.replace(/^([A-Z]{3})(\d{4})$/, '$1-$2')
}
