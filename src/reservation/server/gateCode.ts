import { sameText, sign } from '#kit/server/secrets.ts'

const prefix = 'GQ1'

/** Content of the QR code: a random token with a signature. */
export function gateCode(key: Buffer, gateToken: string): string {
  return `${prefix}.${gateToken}.${signature(key, gateToken)}`
}

/** The token of a QR code that we signed; null for other texts. */
export function readGateCode(key: Buffer, text: string): string | null {
  const [found, gateToken, signed, ...rest] = text.trim().split('.')
  if (found !== prefix || !gateToken || !signed || rest.length > 0) return null
  return sameText(signed, signature(key, gateToken)) ? gateToken : null
}

function signature(key: Buffer, gateToken: string): string {
  return sign(key, `gate ${gateToken}`).slice(0, 22)
}
