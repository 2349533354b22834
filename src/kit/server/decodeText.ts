import { isUtf8 } from 'node:buffer'

const charsetPattern = /;\s*charset\s*=\s*"?([^\s";]+)/i

/** UTF-8; other bytes by the charset that the content type declares, else as Windows-1252 (docs/spec.md#r45). */
export function decodeText(content: Uint8Array, contentType: string | null | undefined): string {
  const [, charset = ''] = charsetPattern.exec(contentType ?? '') ?? []
  // Latin letters in UTF-16 are valid UTF-8 too.
  if (isUtf8(content) && !/^utf-?16/i.test(charset)) return new TextDecoder().decode(content)
  return decodeFatally(content, charset) ?? new TextDecoder('windows-1252').decode(content)
}

/** Null for an unknown charset, and for bytes that are not of it. */
function decodeFatally(content: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(content)
  } catch {
    return null
  }
}
