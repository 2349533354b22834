/** A percent sign of what follows a receipt's text would make the address unreadable. */
export function readableReceiptUrl(url: string): string {
  if (!url.startsWith('/r/')) return url
  try {
    decodeURIComponent(url)
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}
