import { deflateRawSync } from 'node:zlib'

/** Remote connections that production accepts without TLS. */
export const plaintextKinds = ['smtp', 'postgresql'] as const

/** Google's test keys accept everybody. */
const testKeys = ['6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI', '6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe']

export function isTestKey(key: string | null): boolean {
  return key !== null && testKeys.includes(key)
}

/** 32-byte keys in lower-case hexadecimal. */
export function hexKeys(text: string | null): string[] {
  return (text ?? '').toLowerCase().match(/\b[0-9a-f]{64}\b/g) ?? []
}

export function areGuessableKeys(keys: string | null): boolean {
  return hexKeys(keys).some((key) => {
    const bytes = [...Buffer.from(key, 'hex')]
    const isText = bytes.every((byte) => byte >= 0x20 && byte < 0x7f)
    const isRepeated = new Set(key).size < 8 || /^(.+)\1+$/.test(key)
    return isRepeated || /^\d+$/.test(key) || isText || isSequential(bytes, 1 / 4)
  })
}

/**
 * At least `share` of the bytes follow the one before, the second or the fourth before by the same step. Random
 * bytes reach a quarter, and random hexadecimal digits a half, less than once in 10^8.
 */
function isSequential(bytes: readonly number[], share: number): boolean {
  return [1, 2, 4].some((lag) => {
    const steps = new Map<number, number>()
    for (const [at, byte] of bytes.slice(lag).entries()) {
      const step = (byte - (bytes[at] ?? 0) + 256) % 256
      steps.set(step, (steps.get(step) ?? 0) + 1)
    }
    return Math.max(...steps.values()) >= bytes.length * share
  })
}

const sampleWords = /change.?me|secret|password|minha.?senha|example|qwerty|guiche/gi

/** Random texts of 32 characters compress to 30 bytes or more. */
const minCompressedBytes = 24

/** A shared secret needs 32 characters without sample words, 8 of them distinct. It neither repeats nor counts up. */
export function isWeakSecret(secret: string | null): boolean {
  if (secret === null) return false
  const isShort = secret.replace(sampleWords, '').length < 32 || new Set(secret).size < 8
  const isRepeated = deflateRawSync(secret).length < minCompressedBytes
  return isShort || isRepeated || isSequential([...Buffer.from(secret)], 1 / 2)
}

/** Of two values of one parameter, the database driver may read the one that is not checked here. */
function hasRepeatedParameter(asked: URLSearchParams): boolean {
  return new Set(asked.keys()).size < asked.size
}

/** `smtp:` alone uses TLS only when the server offers it. */
export function isPlainSmtp(address: string | null): boolean {
  const url = URL.parse(address ?? '')
  if (url === null || isLocal(url.hostname)) return false
  const asked = url.searchParams
  if (hasRepeatedParameter(asked) || asked.get('secure') === 'false') return true
  const verified = asked.get('tls.rejectUnauthorized') !== 'false' && asked.get('ignoreTLS') !== 'true'
  const encrypted =
    url.protocol === 'smtps:' || asked.get('secure') === 'true' || asked.get('requireTLS') === 'true'
  return !verified || !encrypted
}

export function isPlainPostgres(address: string | null): boolean {
  const url = URL.parse(address ?? '')
  if (url === null) return false
  const asked = url.searchParams
  if (hasRepeatedParameter(asked)) return true
  const host = asked.get('host') || url.hostname
  if (host.startsWith('/') || isLocal(host)) return false
  const mode = asked.get('sslmode') ?? (asked.has('ssl') ? 'require' : '')
  const verifying =
    asked.get('uselibpqcompat') === 'true' ? ['verify-full'] : ['require', 'verify-ca', 'verify-full']
  return (asked.get('ssl') ?? 'true') !== 'true' || !verifying.includes(mode)
}

function isLocal(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[?::1\]?|)$/i.test(host)
}
