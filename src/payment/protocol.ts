/** The number of a payment for people: staff find it again, and it gives nothing away. 'P00000001'. */
export function protocolOf({ id }: { readonly id: number }): string {
  return `P${String(id).padStart(8, '0')}`
}

/** The payment that a typed protocol means; null for another text. */
export function readProtocol(text: string): number | null {
  return /^p\d{8}$/i.test(text) ? Number(text.slice(1)) : null
}
