import type { ClosingSection } from './sections.ts'

/** Centavos; refunds are below zero. `of_day` ('YYYY-MM-DD') is set for another day than the closed one. */
export type ClosingLine = {
  readonly section: ClosingSection
  readonly method: string | null
  readonly brand: string | null
  readonly acquirer: string | null
  readonly of_day: string | null
  readonly count: number
  readonly amount_cents: number
}

export type ClosingDocument = {
  readonly lot_id: number
  readonly number: number
  /** 'YYYY-MM-DD' in `time_zone`. */
  readonly day: string
  readonly time_zone: string
  /** The last ids that the closing counts. */
  readonly ledger_id: number
  readonly segment_id: number
  readonly take_id: number
  readonly cars_entered: number
  readonly cars_left: number
  readonly cars_inside: number
  /** Payments without an answer when the day was closed. */
  readonly open_unknown: number
  /** Other payments that waited for a person: in review, with an open case, or with an open dispute. */
  readonly open_review: number
  readonly open_cents: number
  readonly lines: readonly ClosingLine[]
}

export const zeroDigest = '0'.repeat(64)

/** JSON with sorted keys, no blanks, and lines sorted by their texts. */
export function canonicalText(document: ClosingDocument): string {
  const { lot_id: lot, number, day, time_zone: zone, lines, ...of } = document
  return JSON.stringify({
    cars: [of.cars_entered, of.cars_left, of.cars_inside],
    day,
    lines: [...lines].sort(compareLines).map((line) => lineKeys.map((key) => line[key])),
    lot,
    number,
    open: [of.open_unknown, of.open_review, of.open_cents],
    upto: [of.ledger_id, of.segment_id, of.take_id],
    zone,
  })
}

const textKeys = ['section', 'method', 'brand', 'acquirer', 'of_day'] as const
const lineKeys = [...textKeys, 'count', 'amount_cents'] as const

/** Null comes first. */
export function compareLines(a: ClosingLine, b: ClosingLine): number {
  for (const key of textKeys) {
    const [left, right] = [a[key] ?? '', b[key] ?? '']
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}
