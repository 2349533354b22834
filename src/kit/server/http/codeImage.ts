import QRCode from 'qrcode'

export type CodeImage = { type: 'image/png' | 'image/svg+xml'; image: string | Uint8Array }

/** Black on white with the four modules of margin that readers need, whatever the page's colours are. */
const look = {
  margin: 4,
  errorCorrectionLevel: 'M',
  color: { dark: '#000000ff', light: '#ffffffff' },
} as const

/** A text as a QR code, 512 pixels wide. */
export function codePng(text: string): Promise<Uint8Array> {
  return QRCode.toBuffer(text, { ...look, type: 'png', width: 512 })
}

/** The same as a picture or as a drawing. */
export async function drawText(text: string, type: CodeImage['type']): Promise<CodeImage> {
  if (type === 'image/png') return { type, image: await codePng(text) }
  return { type, image: await QRCode.toString(text, { ...look, type: 'svg' }) }
}

/** PNG, unless the caller names SVG and not PNG. */
export function imageType(accept: string): CodeImage['type'] {
  return accept.includes('image/svg+xml') && !accept.includes('image/png') ? 'image/svg+xml' : 'image/png'
}
