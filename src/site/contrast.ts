import { numberText } from '#kit/text/formats.ts'

/** Light-scheme backgrounds (kit/web/tokens.css). */
const grounds = [
  { name: 'o cartão branco', color: '#ffffff' },
  { name: 'o fundo da página', color: '#f2f5fb' },
] as const

/** WCAG 2.2, 1.4.3: normal text. */
const enough = 4.5

/** Contrast ratio of two colours ('#0B57D0'), 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light = 1, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const channel = (from: number) => {
    const share = Number.parseInt(color.slice(from, from + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/** The Portuguese reason why a colour is unreadable; null if readable. */
export function unreadable(color: string): string | null {
  for (const ground of grounds) {
    const ratio = contrast(color, ground.color)
    if (ratio >= enough) continue
    const shown = numberText(Math.floor(ratio * 10) / 10)
    return `Contraste de ${shown}:1 com ${ground.name}; são necessários 4,5:1. Escolha uma cor mais escura.`
  }
  return null
}
