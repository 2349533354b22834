import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { readKeyFile } from '#kit/server/keyFile.ts'
import { addMs, hourMs } from '#kit/clock.ts'

export const curve = 'prime256v1'

/** `publicKey` is the uncompressed point in base64url, as browsers take it. */
export type PushKey = { readonly publicKey: string; readonly privateKey: KeyObject }

const unreadable = 'PUSH_KEYS: the key is 32 bytes of a P-256 private key in base64url, 43 characters'

/** Reads a private key of P-256. Throws when it is none. */
export function parsePushKey(text: string): PushKey {
  if (!/^[\w-]{43}=?$/.test(text)) throw new Error(unreadable)
  const scalar = Buffer.from(text, 'base64url')
  const point = publicPointOf(scalar)
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', d: scalar.toString('base64url'), x, y }
  return {
    publicKey: point.toString('base64url'),
    privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
  }
}

function publicPointOf(scalar: Buffer): Buffer {
  const pair = createECDH(curve)
  try {
    pair.setPrivateKey(scalar)
  } catch (error) {
    throw new Error(unreadable, { cause: error })
  }
  return pair.getPublicKey()
}

/** The first start creates a key. Throws when the file is damaged. */
export function readPushKey(dataDir: string): PushKey {
  const [key = ''] = readKeyFile(dataDir, 'push.key', 'browsers that wait for a reminder are not reached')
  return parsePushKey(Buffer.from(key, 'hex').toString('base64url'))
}

/** Push services take 24 hours at most. */
const validMs = 12 * hourMs

/** The value of `Authorization` (RFC 8292) for a push service's `origin`; `contact` is an https or mailto address. */
export function vapidHeader(
  { publicKey, privateKey }: PushKey,
  { origin, contact, now }: { origin: string; contact: string; now: Date },
): string {
  const exp = Math.floor(addMs(now, validMs).getTime() / 1000)
  const [header, claims] = [
    { typ: 'JWT', alg: 'ES256' },
    { aud: origin, exp, sub: contact },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  const signed = `${header}.${claims}`
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`
}
