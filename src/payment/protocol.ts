/** A payment's number for people, such as 'P00000001'. */
export function protocolOf({ id }: { readonly id: number }): string {
  return `P${String(id).padStart(8, '0')}`
}

/** The payment of a typed protocol; null for another text. */
export function readProtocol(text: string): number | null {
  return /^p\d{8}$/i.test(text) ? Number(text.slice(1)) : null
}
