import type { Section } from './sections.ts'

/** Centavos; refunds are below zero. `ofDay` ('YYYY-MM-DD') is set for another day than the closed one. */
export type ClosingLine = {
  readonly section: Section
  readonly method: string | null
  readonly brand: string | null
  readonly acquirer: string | null
  readonly ofDay: string | null
  readonly count: number
  readonly cents: number
}

/** `upto`: the last numbers that the closing counts. */
export type ClosingDocument = {
  readonly lot: number
  readonly number: number
  /** 'YYYY-MM-DD' in `zone`. */
  readonly day: string
  readonly zone: string
  readonly upto: { readonly ledger: number; readonly segment: number; readonly take: number }
  readonly lines: readonly ClosingLine[]
  readonly cars: { readonly entered: number; readonly left: number; readonly inside: number }
  /** Payments without an outcome when the day was closed. */
  readonly open: { readonly unknown: number; readonly review: number; readonly cents: number }
}

export const noDigest = '0'.repeat(64)

/** Keys sorted, no blanks, centavos, lines sorted by their texts. */
export function canonicalText(document: ClosingDocument): string {
  const { cars, open, upto } = document
  return JSON.stringify({
    cars: [cars.entered, cars.left, cars.inside],
    day: document.day,
    lines: [...document.lines].sort(byTexts).map((line) => lineKeys.map((key) => line[key])),
    lot: document.lot,
    number: document.number,
    open: [open.unknown, open.review, open.cents],
    upto: [upto.ledger, upto.segment, upto.take],
    zone: document.zone,
  })
}

const textKeys = ['section', 'method', 'brand', 'acquirer', 'ofDay'] as const
const lineKeys = [...textKeys, 'count', 'cents'] as const

/** Null first. */
export function byTexts(a: ClosingLine, b: ClosingLine): number {
  for (const key of textKeys) {
    const [left, right] = [a[key] ?? '', b[key] ?? '']
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}
