import { sameText, sign } from '#kit/server/secrets.ts'

const prefix = 'GQ1'

/** A random token with a signature. */
export function gateCode(key: Buffer, gateToken: string): string {
  return `${prefix}.${gateToken}.${signature(key, gateToken)}`
}

/** Null for a text that we did not sign. */
export function readGateCode(key: Buffer, text: string): string | null {
  const [found, gateToken, signed, ...rest] = text.trim().split('.')
  if (found !== prefix || !gateToken || !signed || rest.length > 0) return null
  return sameText(signed, signature(key, gateToken)) ? gateToken : null
}

function signature(key: Buffer, gateToken: string): string {
  return sign(key, `gate ${gateToken}`).slice(0, 22)
}
