import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { readKeyFile } from '#kit/server/keyFile.ts'
import { type Proof, decodeProof, splitProof, encodeProof } from '../../proof.ts'

/** `kid` is the beginning of the key's RFC 7638 thumbprint, `x` the public key in base64url. */
type ReceiptKey = {
  readonly kid: string
  readonly x: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

/** The first key signs, all verify. `revoked` are kids. */
export type ReceiptKeys = { readonly all: readonly ReceiptKey[]; readonly revoked: ReadonlySet<string> }

/** PKCS #8 of an Ed25519 seed (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Keys of 64 hexadecimal characters. Throws when one is malformed, or the first is revoked. */
export function parseReceiptKeys(text: string, revoked = ''): ReceiptKeys {
  const all = wordsOf(text).map(receiptKey)
  const kids = new Set(wordsOf(revoked))
  const wrong = [...kids].find((kid) => !/^[\w-]{8}$/.test(kid))
  if (wrong !== undefined) throw new Error(`RECEIPT_KEYS_REVOKED: ${wrong} is no kid of 8 characters`)
  if (all[0] && kids.has(all[0].kid))
    throw new Error('RECEIPT_KEYS: the first is revoked, put a new one first')
  return { all, revoked: kids }
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '')
}

function receiptKey(hex: string): ReceiptKey {
  if (!/^[0-9a-f]{64}$/i.test(hex)) throw new Error('RECEIPT_KEYS: a key is 64 hexadecimal characters')
  const der = Buffer.concat([pkcs8, Buffer.from(hex, 'hex')])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
  return { kid: thumbprint.digest('base64url').slice(0, 8), x, privateKey, publicKey }
}

/** The first start creates a key. Throws when the file is damaged. */
export function readReceiptKeys(dataDir: string, revoked?: string): ReceiptKeys {
  const lost = 'no receipt that was signed with it can be verified'
  return parseReceiptKeys(readKeyFile(dataDir, 'receipt.keys', lost).join(), revoked)
}

/** Null without the key of this kid. */
export function signProof(keys: ReceiptKeys, kid: string, proof: Proof): string | null {
  const key = keys.all.find((one) => one.kid === kid)
  if (!key) return null
  const signed = `GR1.${kid}.${Buffer.from(encodeProof(proof)).toString('base64url')}`
  return `${signed}.${sign(null, Buffer.from(signed), key.privateKey).toString('base64url')}`
}

/** Returns null for an invalid text. `isRevoked`: the key leaked, so only the database can confirm the text. */
export function verifyProof(keys: ReceiptKeys, text: string): { proof: Proof; isRevoked: boolean } | null {
  const parts = splitProof(text)
  const key = parts && keys.all.find(({ kid }) => kid === parts.kid)
  if (!parts || !key) return null
  const signature = Buffer.from(parts.signature, 'base64url')
  if (!verify(null, Buffer.from(parts.signedText), key.publicKey, signature)) return null
  const proof = decodeProof(Buffer.from(parts.payload, 'base64url').toString())
  return proof && { proof, isRevoked: keys.revoked.has(key.kid) }
}
