import { numberText } from '#kit/text/formats.ts'

/** The backgrounds of the light scheme (kit/web/tokens.css). */
const backgrounds = [
  { name: 'o cartão branco', color: '#ffffff' },
  { name: 'o fundo da página', color: '#f2f5fb' },
] as const

/** WCAG 2.2, 1.4.3: normal text. */
const minTextContrast = 4.5

/** The contrast ratio of two colours such as '#0B57D0', 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light = 1, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

function channels(color: string): number[] {
  return [1, 3, 5].map((from) => Number.parseInt(color.slice(from, from + 2), 16))
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Why a colour is unreadable; null for a readable one. */
export function contrastProblem(color: string): string | null {
  for (const ground of backgrounds) {
    const ratio = contrast(color, ground.color)
    if (ratio >= minTextContrast) continue
    const shown = numberText(Math.floor(ratio * 10) / 10)
    return `Contraste de ${shown}:1 com ${ground.name}; são necessários 4,5:1. Escolha uma cor mais escura.`
  }
  return null
}

/** WCAG 2.2, 1.4.3, with a margin for rounding. */
const minTintContrast = 4.55

/** Colours of kit/web/tokens.css. */
const light = { paper: '#ffffff', ground: '#f2f5fb', black: '#000000' }
const dark = { paper: '#18213a', ground: '#0b1120', white: '#ffffff' }

type Colors = { readonly signColor: string | null; readonly goColor: string | null }

/** Custom properties for the colours that are set. */
export function operatorPalette({ signColor, goColor }: Colors): Readonly<Record<string, string>> {
  return {
    ...(signColor === null ? {} : signTokens(signColor)),
    ...(goColor === null ? {} : goTokens(goColor)),
  }
}

function signTokens(sign: string): Record<string, string> {
  const deep = mix(sign, light.black, 0.34)
  const inDark = readableInDark(sign)
  const deepInDark = mix(inDark, dark.white, 0.5)
  return {
    '--operator-sign': sign,
    '--operator-sign-deep': deep,
    '--operator-sign-tint': tint(sign, light.paper, 0.1, [sign, deep]),
    '--operator-glow': tint(sign, light.paper, 0.15, [sign]),
    '--operator-sign-dark': inDark,
    '--operator-sign-deep-dark': deepInDark,
    '--operator-sign-tint-dark': tint(inDark, dark.paper, 0.16, [inDark, deepInDark]),
    '--operator-glow-dark': tint(inDark, dark.ground, 0.2, [inDark]),
  }
}

function goTokens(go: string): Record<string, string> {
  const inDark = readableInDark(go)
  return {
    '--operator-go': go,
    '--operator-go-tint': tint(go, light.paper, 0.12, [go]),
    '--operator-go-dark': inDark,
    '--operator-go-tint-dark': tint(inDark, dark.paper, 0.16, [inDark]),
  }
}

function readableInDark(color: string): string {
  for (let share = 0.3; share < 1; share += 0.05) {
    const lighter = mix(color, dark.white, share)
    if (contrast(lighter, dark.paper) >= 6) return lighter
  }
  return dark.white
}

function tint(color: string, ground: string, most: number, texts: readonly string[]): string {
  for (let share = most; share > 0; share -= 0.02) {
    const tinted = mix(color, ground, 1 - share)
    if (texts.every((text) => contrast(text, tinted) >= minTintContrast)) return tinted
  }
  return ground
}

function mix(color: string, other: string, share: number): string {
  const others = channels(other)
  const mixed = channels(color).map((value, i) => Math.round(value * (1 - share) + (others[i] ?? 0) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
