import * as z from 'zod/mini'
import { stripInvisible } from '#kit/brazil.ts'
import { parseJson } from '#kit/text/parseJson.ts'

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
const proofPattern = /(GR1\.([\w-]{8})\.([\w-]{1,400}))\.([\w-]{85}[AQgw])/

/** Removes line breaks and invisible signs. */
function cleanProofText(given: string): string {
  return joinLines(stripInvisible(joinLines(given)))
}

/** A mail breaks a long line, and ends it with '=' where it is quoted-printable. */
function joinLines(given: string): string {
  const broken = given.replace(/\s+/g, (blanks) => (/[\r\n\v\f\u2028\u2029]/.test(blanks) ? '\n' : blanks))
  return broken.replace(/=?\n/g, '')
}

/** The first signed text; what stands before and behind is ignored. Null without one. */
export function splitProof(given: string) {
  const [text, signedText = '', kid = '', payload = '', signature = ''] =
    proofPattern.exec(cleanProofText(given)) ?? []
  return text === undefined ? null : { text, kid, payload, signature, signedText }
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

/** The address that the QR code holds. */
export function proofUrl(publicUrl: string, text: string): string {
  return `${publicUrl}/r/${text}`
}

/**
 * Finds a receipt's text, also a damaged one, which is then not recognised. A field of one line drops the breaks of
 * what is pasted, and leaves '='.
 */
export function findProofText(given: string): string | null {
  const text = given.replace(/=/g, '')
  return splitProof(text)?.text ?? /GR1\.[\w.-]+/.exec(text)?.[0] ?? null
}
