import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { Subscription } from '../../subscription.ts'
import { curve } from './pushKey.ts'

type MessageSecrets = { readonly salt: Buffer; readonly privateKey: Buffer }

const recordBytes = 4096
/** Ends the only record (RFC 8188). */
const lastRecord = Buffer.of(2)

/** Encrypts a short message for one browser (RFC 8291, aes128gcm). Throws if `p256dh` is no point of the curve. */
export function encryptMessage(
  { p256dh, auth }: Subscription['keys'],
  message: string,
  { salt, privateKey }: MessageSecrets = newSecrets(),
): Buffer {
  const receiver = Buffer.from(p256dh, 'base64url')
  const pair = createECDH(curve)
  pair.setPrivateKey(privateKey)
  const sender = pair.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender])
  const shared = derive(pair.computeSecret(receiver), Buffer.from(auth, 'base64url'), { info, bytes: 32 })
  const part = (name: string, bytes: number) =>
    derive(shared, salt, { info: Buffer.from(`Content-Encoding: ${name}\0`), bytes })
  const cipher = createCipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
  const sealed = [cipher.update(message, 'utf8'), cipher.update(lastRecord), cipher.final()]
  const head = Buffer.alloc(5)
  head.writeUInt32BE(recordBytes)
  head.writeUInt8(sender.length, 4)
  return Buffer.concat([salt, head, sender, ...sealed, cipher.getAuthTag()])
}

function newSecrets(): MessageSecrets {
  const pair = createECDH(curve)
  pair.generateKeys()
  return { salt: randomBytes(16), privateKey: pair.getPrivateKey() }
}

function derive(secret: Buffer, salt: Buffer, { info, bytes }: { info: Buffer; bytes: number }): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
}
