/** Decodes percent signs; a text in which they mean nothing stays as it is. */
export function decodeOrRaw(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
