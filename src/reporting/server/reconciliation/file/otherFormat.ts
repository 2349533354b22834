/** First bytes, as Latin-1. */
const binaries: readonly (readonly [string, string])[] = [
  ['%PDF-', 'um PDF'],
  ['\xd0\xcf\x11\xe0', 'um Excel antigo (XLS) ou com senha'],
  ['\x89PNG', 'uma imagem'],
  ['\xff\xd8\xff', 'uma imagem'],
  ['GIF8', 'uma imagem'],
  ['RIFF', 'uma imagem'],
  ['\x1f\x8b', 'um GZIP'],
  ['Rar!', 'um RAR'],
  ['7z\xbc\xaf', 'um 7Z'],
  ['{\\rtf', 'um RTF'],
]
const texts: readonly (readonly [RegExp, string])[] = [
  [
    /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]{0,500}?-->\s*)?<(?:!doctype html|html|head|body|table|meta|div|style)\b/i,
    'um HTML',
  ],
  [/^\s*<(?:\?xml|[a-z]+[\s>:])/i, 'um XML'],
  [/^\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:[[{"\d-]|\]|$))/, 'um JSON'],
]

/** Returns Portuguese for a file that is no CSV, XLSX or OFX; null for others. `text` is its beginning. */
export function otherFormatText(content: Uint8Array, text: string): string | null {
  const head = Buffer.from(content.subarray(0, 1_024)).toString('latin1').trimStart()
  const [, name] =
    binaries.find(([mark]) => head.startsWith(mark)) ?? texts.find(([mark]) => mark.test(text)) ?? []
  return name === undefined ? null : `É ${name}. Exporte em CSV, Excel ou OFX.`
}
