import QRCode from 'qrcode'
import { bitmapPng } from './bitmapPng.ts'

export type CodeImage = { type: 'image/png' | 'image/svg+xml'; image: string | Uint8Array }

/** Readers need dark on light and a margin of four modules. */
const margin = 4
const errorCorrectionLevel = 'M'
const color = { dark: '#000000ff', light: '#ffffffff' }

const mostPixels = 512

export function codePng(text: string): Uint8Array {
  // The search for the best mode and mask takes 9 times as long.
  const { modules } = QRCode.create([{ data: Buffer.from(text), mode: 'byte' }], {
    errorCorrectionLevel,
    maskPattern: 2,
  })
  return bitmapPng(modules, { margin, scale: Math.floor(mostPixels / (modules.size + 2 * margin)) })
}

export async function drawText(text: string, type: CodeImage['type']): Promise<CodeImage> {
  if (type === 'image/png') return { type, image: codePng(text) }
  return { type, image: await QRCode.toString(text, { margin, errorCorrectionLevel, color, type: 'svg' }) }
}

/** PNG, unless only SVG is accepted. */
export function imageType(accept: string): CodeImage['type'] {
  return accept.includes('image/svg+xml') && !accept.includes('image/png') ? 'image/svg+xml' : 'image/png'
}
