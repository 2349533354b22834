import type { Measured } from './measure.ts'

export type Work = 'lookUp' | 'purchase'
/** Beside which side the portal is judged, for each work. */
const besides = { lookUp: 'bare', purchase: 'plain' } as const satisfies Record<Work, string>

/** The ratio to the other side that is allowed, or the value; null for what is only printed. */
type Limit = { least: number } | { ratio: number; aim: number } | { most: number } | null
/** Name, work, what is shown, its unit and digits, and the limit. */
type Row = readonly [string, Work, keyof Measured, string, number, Limit]

const rows: readonly Row[] = [
  ['look-ups, 32 connections', 'lookUp', 'rate', '/s', 0, { least: 0.4 }],
  ['processor time of a look-up', 'lookUp', 'cpu', 'ms', 2, null],
  ['statements of a look-up', 'lookUp', 'statements', '', 1, null],
  ['memory after look-ups', 'lookUp', 'peakMb', 'MB', 0, { most: 250 }],
  ['purchases, 16 payers', 'purchase', 'rate', '/s', 0, null],
  ['processor time of a purchase', 'purchase', 'cpu', 'ms', 2, { ratio: 1.5, aim: 1.2 }],
  ['of it PostgreSQL', 'purchase', 'postgres', 'ms', 2, null],
  ['p99 of a purchase', 'purchase', 'p99', 'ms', 0, { ratio: 1.7, aim: 1.2 }],
  ['statements of a purchase, with its jobs', 'purchase', 'statements', '', 1, null],
  ['write-ahead log of a purchase', 'purchase', 'wal', 'bytes', 0, null],
  ['memory after purchases', 'purchase', 'peakMb', 'MB', 0, { most: 250 }],
]

/** The result in Markdown, and the names of the rows whose limit is missed. */
export function table(of: (work: Work, side: string) => Measured): { text: string; missed: string[] } {
  const missed: string[] = []
  const lines = rows.map(([name, work, key, unit, digits, limit]) => {
    const [ours, other, embedded] = ['portal', besides[work], 'embedded'].map((side) => of(work, side)[key])
    if (ours === undefined || other === undefined || embedded === undefined)
      throw new Error('a side is missing')
    const ratio = ours / other
    const shown = (value: number) => (Number.isNaN(value) ? '' : `${value.toFixed(digits)} ${unit}`.trim())
    const isMet = meets(limit, ours, ratio)
    if (!isMet) missed.push(name)
    const judged = limit === null ? '' : isMet ? 'met' : 'missed'
    return `| ${name} | ${shown(ours)} | ${besides[work]} ${shown(other)} | ${ratio.toFixed(2)} | ${limitText(limit)} | ${judged} | ${shown(embedded)} |`
  })
  const head = ['| | portal | beside | ratio | limit | | embedded |', '|---|---|---|---|---|---|---|']
  return { text: [...head, ...lines, ''].join('\n'), missed }
}

function meets(limit: Limit, ours: number, ratio: number): boolean {
  if (limit === null) return true
  if ('most' in limit) return ours <= limit.most
  return 'least' in limit ? ratio >= limit.least : ratio <= limit.ratio
}

function limitText(limit: Limit): string {
  if (limit === null) return ''
  if ('most' in limit) return `<= ${limit.most}`
  return 'least' in limit ? `>= ${limit.least}` : `<= ${limit.ratio}, aim ${limit.aim}`
}
