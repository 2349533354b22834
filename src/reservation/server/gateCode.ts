import { timingSafeEqualTexts, sign } from '#kit/server/secrets.ts'

const gateCodePrefix = 'GQ1'

/** A random token with a signature. */
export function signGateCode(key: Buffer, gateToken: string): string {
  return `${gateCodePrefix}.${gateToken}.${signature(key, gateToken)}`
}

/** Null for a text that we did not sign. */
export function verifyGateCode(key: Buffer, text: string): string | null {
  const [found, gateToken, signed, ...rest] = text.trim().split('.')
  if (found !== gateCodePrefix || !gateToken || !signed || rest.length > 0) return null
  return timingSafeEqualTexts(signed, signature(key, gateToken)) ? gateToken : null
}

function signature(key: Buffer, gateToken: string): string {
  return sign(key, `gate ${gateToken}`).slice(0, 22)
}
