/** Remote connections that production accepts without TLS. */
export const plaintextKinds = ['smtp', 'postgresql'] as const
export type PlaintextKind = (typeof plaintextKinds)[number]

/** Google's keys for tests; they accept everybody. */
const testKeys = ['6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI', '6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe']

export function isTestKey(key: string | null): boolean {
  return key !== null && testKeys.includes(key)
}

/** 32-byte keys in lower-case hexadecimal. */
export function hexKeys(text: string | null): string[] {
  return (text ?? '').toLowerCase().match(/\b[0-9a-f]{64}\b/g) ?? []
}

export function areGuessable(keys: string | null): boolean {
  return hexKeys(keys).some((key) => {
    const bytes = [...Buffer.from(key, 'hex')]
    const isText = bytes.every((byte) => byte >= 0x20 && byte < 0x7f)
    return new Set(key).size < 8 || /^(.+)\1+$/.test(key) || isText || countsOn(bytes)
  })
}

/** A quarter of the steps between bytes are equal; random bytes have this less than once in 10^9. */
function countsOn(bytes: readonly number[]): boolean {
  const steps = new Map<number, number>()
  for (const [at, byte] of bytes.entries()) {
    const step = (byte - (bytes[at - 1] ?? 0) + 256) % 256
    if (at > 0) steps.set(step, (steps.get(step) ?? 0) + 1)
  }
  return Math.max(...steps.values()) >= bytes.length / 4
}

export function isWeakSecret(secret: string | null): boolean {
  return secret !== null && (secret.length < 32 || new Set(secret).size < 8)
}

/** `smtp:` alone uses TLS only where it is offered. */
export function isPlainSmtp(address: string | null): boolean {
  const url = URL.parse(address ?? '')
  if (url === null || isLocal(url.hostname)) return false
  const asked = url.searchParams
  const verified = asked.get('tls.rejectUnauthorized') !== 'false' && asked.get('ignoreTLS') !== 'true'
  const encrypted =
    url.protocol === 'smtps:' || asked.get('secure') === 'true' || asked.get('requireTLS') === 'true'
  return !verified || !encrypted
}

export function isPlainPostgres(address: string | null): boolean {
  const url = URL.parse(address ?? '')
  if (url === null) return false
  const asked = url.searchParams
  const host = asked.get('host') ?? url.hostname
  if (host.startsWith('/') || isLocal(host)) return false
  return (
    !['require', 'verify-ca', 'verify-full'].includes(asked.get('sslmode') ?? '') &&
    asked.get('ssl') !== 'true'
  )
}

function isLocal(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[?::1\]?|)$/i.test(host)
}
