import * as z from 'zod/mini'

/** Holds no name, CPF, plate or card (docs/spec.md#verifiable-receipt). */
export type Proof = {
  readonly protocol: string
  readonly ticketCode: string
  readonly lotId: number
  readonly amountCents: number
  readonly paymentType: number
  readonly paidAt: Date
  /** Null for a reservation and for a part payment. */
  readonly exitUntil: Date | null
}

/** The last letter has only two bits of the signature; `[AQgw]` accepts one spelling of each signature. */
const proofPattern = /^(GR1\.([\w-]{8})\.([\w-]{1,400}))\.([\w-]{85}[AQgw])$/

/** Null for any other text. */
export function splitProof(text: string) {
  const [match, signedText = '', kid = '', payload = '', signature = ''] = proofPattern.exec(text) ?? []
  return match === undefined ? null : { kid, payload, signature, signedText }
}

/** Instants in whole seconds. */
export function encodeProof(proof: Proof): string {
  const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
  return JSON.stringify([
    1,
    proof.protocol,
    proof.ticketCode,
    proof.lotId,
    proof.amountCents,
    proof.paymentType,
    seconds(proof.paidAt),
    proof.exitUntil === null ? null : seconds(proof.exitUntil),
  ])
}

const encodedProof = z.tuple([
  z.literal(1),
  z.string(),
  z.string(),
  z.int(),
  z.int(),
  z.int(),
  z.int(),
  z.nullable(z.int()),
])

/** Null for any other JSON. */
export function decodeProof(json: string): Proof | null {
  const read = z.safeParse(encodedProof, parseJson(json))
  if (!read.success) return null
  const [, protocol, ticketCode, lotId, amountCents, paymentType, paidAt, exitUntil] = read.data
  const at = (seconds: number) => new Date(seconds * 1000)
  const until = exitUntil === null ? null : at(exitUntil)
  return { protocol, ticketCode, lotId, amountCents, paymentType, paidAt: at(paidAt), exitUntil: until }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** The address that the QR code holds. */
export function proofUrl(publicUrl: string, text: string): string {
  return `${publicUrl}/r/${text}`
}

/** Finds a signed text alone or at the end of an address. */
export function findProofText(given: string): string | null {
  return /GR1\.[\w.-]+$/.exec(given.trim())?.[0] ?? null
}
