import { Secret, TOTP } from 'otpauth'

/** RFC 6238. */
const stepSeconds = 30

function totp(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: 'Guichê',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: stepSeconds,
    secret: Secret.fromBase32(secret),
  })
}

export function createSecret(): string {
  return new Secret({ size: 20 }).base32
}

export function enrolmentUri(secret: string, email: string): string {
  return totp(secret, email).toString()
}

export function codeAt(secret: string, now: Date): string {
  return totp(secret, '').generate({ timestamp: now.getTime() })
}

/** Allows one step of clock skew; null for a wrong code. */
export function findMatchingStep(secret: string, code: string, now: Date): number | null {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const timestamp = now.getTime()
  const delta = totp(secret, '').validate({ token, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1000 / stepSeconds) + delta
}
