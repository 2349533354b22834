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

/** Private keys of the examples in RFC 8032, which the documents of the receipt cite, and in RFC 8291. */
const publishedKeys: readonly string[] = [
  '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
  '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
  'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
  'f5e5767cf153319517630f226876b86c8160cc583bc013744c6bf255f5cc0ee5',
  '833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42',
  'c9f58f89813e9f8e872e71f42aa64e1757c9254dcc62b72ddc010bb4043ea11c',
  'ab5757a70dd4a53e553a6bbf71ffefea2874ec07a6b379e3c48f895a02dc33de',
]

export function areGuessableKeys(keys: string | null): boolean {
  return hexKeys(keys).some((key) => {
    const bytes = Buffer.from(key, 'hex')
    const isText = /^[ -~]+$/.test(bytes.toString('latin1'))
    const hasFewDigits = new Set(key).size < 8 || /^\d+$/.test(key)
    return publishedKeys.includes(key) || isText || hasFewDigits || isRegular(bytes, 1 / 4)
  })
}

export function isGuessablePushKey(key: string | null): boolean {
  return key !== null && areGuessableKeys(Buffer.from(key, 'base64url').toString('hex'))
}

/**
 * At least `share` of the bytes differ by the same step from the byte a fixed distance before. Random bytes reach a
 * quarter, and random hexadecimal digits a half, less than once in 10^8.
 */
function isRegular(bytes: Buffer, share: number): boolean {
  const lags = Array.from({ length: bytes.length / 2 }, (_, at) => at + 1)
  return lags.some((lag) => {
    const steps = Map.groupBy(bytes.subarray(lag), (byte, at) => (byte - (bytes[at] ?? 0) + 256) % 256)
    return [...steps.values()].some((same) => same.length >= bytes.length * share)
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
  return isShort || isRepeated || isRegular(Buffer.from(secret), 1 / 2)
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
