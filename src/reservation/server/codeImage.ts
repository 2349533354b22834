import QRCode from 'qrcode'

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

/** The same as a drawing. */
export function codeSvg(text: string): Promise<string> {
  return QRCode.toString(text, { ...look, type: 'svg' })
}
