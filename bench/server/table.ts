import type { Measured } from './measure.ts'

export type Work = 'lookUp' | 'purchase'
/** The least ratio to bare, or the highest value; null for rows without a limit. */
type Limit = { least: number } | { most: number } | null
/** Name, task, shown value, its unit and digits, and the limit. */
type Row = readonly [string, Work, keyof Measured, string, number, Limit]

const rows: readonly Row[] = [
  ['look-ups, 32 connections', 'lookUp', 'rate', '/s', 0, { least: 0.4 }],
  ['processor time of a look-up', 'lookUp', 'cpu', 'ms', 2, null],
  ['statements of a look-up', 'lookUp', 'statements', '', 1, null],
  ['memory after look-ups', 'lookUp', 'peakMb', 'MB', 0, { most: 250 }],
  ['purchases, 16 payers', 'purchase', 'rate', '/s', 0, null],
  ['processor time of a purchase', 'purchase', 'cpu', 'ms', 2, null],
  ['of it PostgreSQL', 'purchase', 'postgres', 'ms', 2, null],
  ['p99 of a purchase', 'purchase', 'p99', 'ms', 0, null],
  ['statements of a purchase, with its jobs', 'purchase', 'statements', '', 1, null],
  ['write-ahead log of a purchase', 'purchase', 'wal', 'bytes', 0, null],
  ['memory after purchases', 'purchase', 'peakMb', 'MB', 0, { most: 250 }],
]

/** The result in Markdown, and the names of the rows that miss their limit. */
export function table(of: (work: Work, side: string) => Measured): { text: string; missed: string[] } {
  const missed: string[] = []
  const lines = rows.map(([name, work, key, unit, digits, limit]) => {
    const [ours, embedded] = [of(work, 'portal')[key], of(work, 'embedded')[key]]
    const bare = work === 'lookUp' ? of(work, 'bare')[key] : NaN
    const ratio = ours / bare
    const shown = (value: number) => (Number.isNaN(value) ? '' : `${value.toFixed(digits)} ${unit}`.trim())
    const isMet = meets(limit, ours, ratio)
    if (!isMet) missed.push(name)
    const judged = limit === null ? '' : isMet ? 'met' : 'missed'
    return `| ${name} | ${shown(ours)} | ${shown(bare)} | ${Number.isNaN(ratio) ? '' : ratio.toFixed(2)} | ${limitText(limit)} | ${judged} | ${shown(embedded)} |`
  })
  const head = ['| | portal | bare | ratio | limit | | embedded |', '|---|---|---|---|---|---|---|']
  return { text: [...head, ...lines, ''].join('\n'), missed }
}

function meets(limit: Limit, ours: number, ratio: number): boolean {
  if (limit === null) return true
  if ('most' in limit) return ours <= limit.most
  return ratio >= limit.least
}

function limitText(limit: Limit): string {
  if (limit === null) return ''
  if ('most' in limit) return `<= ${limit.most}`
  return `>= ${limit.least}`
}
