import type { Measured } from './measure.ts'

type Row = {
  name: string
  work: 'lookUp' | 'purchase'
  key: keyof Measured
  unit: string
  digits: number
  /** The ratio to the bare machine that is allowed, or what is allowed outright; null of what only tells. */
  wanted: { ratio: number; least?: true } | { most: number } | null
}

/** What is looked at, and what is wanted of it. */
const rows: readonly Row[] = [
  {
    name: 'ticket look-ups, 32 connections',
    work: 'lookUp',
    key: 'rate',
    unit: '/s',
    digits: 0,
    wanted: { ratio: 0.4, least: true },
  },
  {
    name: 'processor time of a look-up',
    work: 'lookUp',
    key: 'cpu',
    unit: 'ms',
    digits: 2,
    wanted: { ratio: 3 },
  },
  {
    name: 'PostgreSQL’s part of that',
    work: 'lookUp',
    key: 'postgres',
    unit: 'ms',
    digits: 2,
    wanted: null,
  },
  {
    name: 'statements of a look-up',
    work: 'lookUp',
    key: 'statements',
    unit: '',
    digits: 1,
    wanted: { most: 2 },
  },
  {
    name: 'memory after look-ups',
    work: 'lookUp',
    key: 'peakMb',
    unit: 'MB',
    digits: 0,
    wanted: { most: 250 },
  },
  {
    name: 'purchases, 16 payers',
    work: 'purchase',
    key: 'rate',
    unit: '/s',
    digits: 0,
    wanted: { ratio: 0.25, least: true },
  },
  {
    name: 'processor time of a purchase',
    work: 'purchase',
    key: 'cpu',
    unit: 'ms',
    digits: 2,
    wanted: { ratio: 5 },
  },
  {
    name: 'PostgreSQL’s part of that',
    work: 'purchase',
    key: 'postgres',
    unit: 'ms',
    digits: 2,
    wanted: null,
  },
  {
    name: 'statements of a purchase, jobs included',
    work: 'purchase',
    key: 'statements',
    unit: '',
    digits: 1,
    wanted: { most: 36 },
  },
  {
    name: 'write-ahead log of a purchase',
    work: 'purchase',
    key: 'wal',
    unit: 'bytes',
    digits: 0,
    wanted: { most: 8192 },
  },
  { name: 'p99 of a purchase', work: 'purchase', key: 'p99', unit: 'ms', digits: 0, wanted: { ratio: 4 } },
]

/** The table of docs/performance.md, in Markdown. */
export function table(of: (work: Row['work'], side: string) => Measured): string {
  const lines = rows.map(({ name, work, key, unit, digits, wanted }) => {
    const [ours, bare, embedded] = ['portal', 'bare', 'embedded'].map((side) => of(work, side)[key])
    if (ours === undefined || bare === undefined || embedded === undefined)
      throw new Error('a side is missing')
    const ratio = ours / bare
    const shown = (value: number) => (Number.isNaN(value) ? '' : `${value.toFixed(digits)} ${unit}`.trim())
    return `| ${name} | ${shown(ours)} | ${shown(bare)} | ${ratio.toFixed(2)} | ${judged(wanted, ours, ratio)} | ${shown(embedded)} |`
  })
  return [
    '| | portal | bare | ratio | wanted | | embedded database |',
    '|---|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}

/** What was wanted, and whether it is met. */
function judged(wanted: Row['wanted'], ours: number, ratio: number): string {
  if (wanted === null) return ' | '
  if ('most' in wanted) return `<= ${wanted.most} | ${ours <= wanted.most ? 'met' : 'missed'}`
  const isMet = wanted.least ? ratio >= wanted.ratio : ratio <= wanted.ratio
  return `${wanted.least ? '>=' : '<='} ${wanted.ratio} of bare | ${isMet ? 'met' : 'missed'}`
}
