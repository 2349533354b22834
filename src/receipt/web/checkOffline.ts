import * as z from 'zod/mini'
import type { Markup } from '#kit/markup.ts'
import { decodeOrRaw } from '#kit/text/decodeOrRaw.ts'
import { type Proof, decodeProof, splitProof } from '../proof.ts'
import {
  type LastAnswer,
  lastAnswerText,
  messageMain,
  proofTexts,
  renderUnknownReceipt,
  verifiedReceiptMain,
} from '../proofPage.ts'

/** `receipt.js` verifies with the keys in the kept page. */
const offlineData = z.object({
  by: z.object({ name: z.string(), cnpj: z.string() }),
  lots: z.array(z.object({ id: z.number(), name: z.string(), timeZone: z.string() })),
  keys: z.array(z.object({ kid: z.string(), x: z.string() })),
})
type OfflineData = z.output<typeof offlineData>

const defaultTimeZone = 'America/Sao_Paulo'

void show(document.currentScript?.dataset['known'] ?? '', decodeOrRaw(location.pathname.slice('/r/'.length)))

async function show(json: string, text: string): Promise<void> {
  if (text === '') return
  const { html } = await checkedMain(z.parse(offlineData, JSON.parse(json)), text)
  const main = new DOMParser().parseFromString(html, 'text/html').querySelector('main')
  if (main) document.querySelector('main')?.replaceWith(main)
}

async function checkedMain(known: OfflineData, text: string): Promise<Markup> {
  const { by, lots } = known
  const offline = { text: proofTexts.offline, at: new Date(), isDeviceClock: true }
  const found = await verify(known, text)
  if (found === 'unable') return messageMain(by, proofTexts.unable, 'Confira de novo quando houver internet.')
  if (found === null)
    return renderUnknownReceipt(by, { ...offline, note: proofTexts.unknownKey }, defaultTimeZone)
  const lot = lots.find(({ id }) => id === found.lotId)
  const named = {
    lot: lot?.name ?? `Estacionamento ${found.lotId}`,
    timeZone: lot?.timeZone ?? defaultTimeZone,
  }
  const last = await readLastAnswer(splitProof(text)?.text ?? '')
  const verified = {
    proof: found,
    state: 'signed',
    refundedCents: last?.refundedCents ?? 0,
    ...named,
  } as const
  const note = `${proofTexts.onlySignature}.${last ? ` ${lastAnswerText(last, named.timeZone)}` : ''}`
  return verifiedReceiptMain(by, verified, { ...offline, note })
}

const keptAnswer = z.object({
  state: z.enum(['valid', 'partly_refunded', 'refunded']),
  refundedCents: z.number(),
  at: z.number(),
})
const keptMs = 90 * 24 * 60 * 60 * 1000

/** The service worker keeps what the portal last said, under the text's SHA-256 (tools/build/serviceWorker.ts). */
async function readLastAnswer(text: string): Promise<LastAnswer | null> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  const hex = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  try {
    const kept = await caches.match(`/r/kept/${hex}`, { cacheName: 'guiche-receipts' })
    const read = z.safeParse(keptAnswer, await kept?.json())
    if (!read.success || Date.now() - read.data.at > keptMs) return null
    return { ...read.data, at: new Date(read.data.at) }
  } catch {
    // Storage may be broken or forbidden.
    return null
  }
}

/** Null for a text that no known key signed; `unable` in a browser without Ed25519. */
async function verify({ keys }: OfflineData, text: string): Promise<Proof | null | 'unable'> {
  const parts = splitProof(text)
  const x = keys.find(({ kid }) => kid === parts?.kid)?.x
  if (!parts || x === undefined) return null
  try {
    const key = await crypto.subtle.importKey('raw', bytesOf(x), 'Ed25519', false, ['verify'])
    const signed = new TextEncoder().encode(parts.signedText)
    if (!(await crypto.subtle.verify('Ed25519', key, bytesOf(parts.signature), signed))) return null
  } catch {
    return 'unable'
  }
  return decodeProof(binary(parts.payload))
}

function binary(base64url: string): string {
  return atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(binary(base64url), (letter) => letter.charCodeAt(0))
}
