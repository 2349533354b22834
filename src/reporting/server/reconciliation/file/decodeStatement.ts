import { stripInvisible } from '#kit/brazil.ts'

/** Bytes 0x80 to 0xff of code page 850, which `TextDecoder` does not know. */
const codePage850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** Reads UTF-8, UTF-16, Windows-1252 or code page 850, also text that was encoded as UTF-8 twice. */
export function decodeStatement(content: Uint8Array): string {
  return stripInvisible(repairDoubledUtf8(decode(content)))
}

function decode(content: Uint8Array): string {
  const [first, second] = content
  if ((first === 0xff && second === 0xfe) || second === 0) return new TextDecoder('utf-16le').decode(content)
  if ((first === 0xfe && second === 0xff) || first === 0) return new TextDecoder('utf-16be').decode(content)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    const sample = content.subarray(0, 200_000)
    const isOf850 = countLetters(decode850(sample)) > countLetters(decode1252(sample))
    return isOf850 ? decode850(content) : decode1252(content)
  }
}

function decode1252(content: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(content)
}

function decode850(content: Uint8Array): string {
  const text = Buffer.from(content).toString('latin1')
  return text.replace(/[\u0080-\u00ff]/g, (byte) => codePage850.charAt(byte.charCodeAt(0) - 0x80))
}

const lower = '[áàâãéêíóôõúüç]'
const upper = '[ÁÀÂÃÉÊÍÓÔÕÚÜÇ]'
const letterInWord = new RegExp(
  `(?<=[a-z])${lower}|${lower}(?=[a-z])|(?<=[A-Z])${upper}|${upper}(?=[A-Z])|(?<=\\bn)[ºª°]`,
  'g',
)

/** Counts the letters of Portuguese that stand beside others of their case. */
function countLetters(text: string): number {
  return text.match(letterInWord)?.length ?? 0
}

const continuations = Array.from({ length: 64 }, (_, i) => decode1252(Uint8Array.of(0x80 + i)))
const byteOf = new Map([
  ...continuations.map((letter, i) => [letter, 0x80 + i] as const),
  ...Array.from({ length: 64 }, (_, i) => [String.fromCharCode(0x80 + i), 0x80 + i] as const),
])
const next = `[\\u0080-\\u00bf${continuations.join('')}]`
const doubled = new RegExp(
  `[\\u00c2-\\u00df]${next}|[\\u00e0-\\u00ef]${next}{2}|[\\u00f0-\\u00f4]${next}{3}`,
  'g',
)

/** 'DescriÃ§Ã£o' -> 'Descrição'. */
function repairDoubledUtf8(text: string): string {
  return text.replace(doubled, (letters) => {
    const bytes = [...letters].map((letter) => byteOf.get(letter) ?? letter.charCodeAt(0))
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
    } catch {
      return letters
    }
  })
}
