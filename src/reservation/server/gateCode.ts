import { sameText, sign } from '#kit/server/secrets.ts'

const prefix = 'GQ1'

/** What the QR code says: a random number that tells nothing, signed so that a made-up one is refused at sight. */
export function gateCode(key: Buffer, gateToken: string): string {
  return `${prefix}.${gateToken}.${signature(key, gateToken)}`
}

/** The random number of a QR code that we signed; null for any other text. */
export function readGateCode(key: Buffer, text: string): string | null {
  const [found, gateToken, signed, ...rest] = text.trim().split('.')
  if (found !== prefix || !gateToken || !signed || rest.length > 0) return null
  return sameText(signed, signature(key, gateToken)) ? gateToken : null
}

function signature(key: Buffer, gateToken: string): string {
  return sign(key, `gate ${gateToken}`).slice(0, 22)
}
