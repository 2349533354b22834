import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A certificate for 127.0.0.1 and its key, as PEM: X.509 (RFC 5280), written by hand, valid for a day. */
export function localCertificate(): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = tagged(0x30, oid('2a8648ce3d040302'))
  const name = tagged(
    0x30,
    tagged(0x31, tagged(0x30, oid('550403'), tagged(0x0c, Buffer.from('Guiche test')))),
  )
  const altName = tagged(0x30, tagged(0x87, Buffer.from([127, 0, 0, 1])))
  const extension = tagged(0x30, oid('551d11'), tagged(0x04, altName))
  const body = tagged(
    0x30,
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    tagged(0x30, instant(-1), instant(1)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, tagged(0x30, extension)),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)])
  const whole = tagged(0x30, body, ecdsaWithSha256, tagged(0x03, signature))
  const base64 = whole.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** A DER value: tag, length, contents. */
function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const held = Buffer.concat(parts)
  const { length } = held
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, Math.floor(length / 256), length % 256]
  return Buffer.concat([Buffer.from([tag, ...size]), held])
}

function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'))
}

/** So many days from now. */
function instant(days: number): Buffer {
  const iso = new Date(Date.now() + days * 86_400_000).toISOString()
  return tagged(0x18, Buffer.from(`${iso.slice(0, 19).replace(/[-T:]/g, '')}Z`))
}
