import * as z from 'zod/mini'
import { type FeeRow, feeRows } from '#closing/fees.ts'
import { settingsEntry } from '../../settingsContract.ts'

/** Per cent and reais. An empty brand is every brand. */
export type FeeEntry = Pick<FeeRow, 'acquirer' | 'method'> & {
  readonly brand: string
  /** Null when empty, a text when it is no number. */
  readonly percent: number | string | null
  readonly fixed: number | string | null
}

export function toFeeEntries(fees: readonly FeeRow[]): FeeEntry[] {
  return fees.map(({ acquirer, method, brand, percent_bp: percent, fixed_cents: fixed }) => ({
    acquirer,
    method,
    brand: brand ?? '',
    percent: percent / 100,
    fixed: fixed / 100,
  }))
}

export function toFeeRows(fees: readonly FeeEntry[]): FeeRow[] {
  return fees.map(({ acquirer, method, brand, percent, fixed }) => ({
    acquirer,
    method,
    brand: brand === '' ? null : brand,
    percent_bp: hundredths(percent),
    fixed_cents: hundredths(fixed),
  }))
}

function hundredths(typed: FeeEntry['percent']): number {
  return typeof typed === 'number' ? Math.round(typed * 100) : Number.NaN
}

/** What the screen edits: a call's entry whose fees are as people read them. */
export type SettingsForm = Required<Omit<z.output<typeof settingsEntry>, 'fees'>> & { fees: FeeEntry[] }

const fieldOfColumn: ReadonlyMap<PropertyKey, keyof FeeEntry> = new Map([
  ['percent_bp', 'percent'],
  ['fixed_cents', 'fixed'],
])

/** Errors stand at the fields of the screen. */
const checkFees = z.check<FeeEntry[]>(({ value: input, issues }) => {
  for (const { path, message } of z.safeParse(feeRows, toFeeRows(input)).error?.issues ?? [])
    issues.push({
      code: 'custom',
      input,
      path: path.map((part) => fieldOfColumn.get(part) ?? part),
      message,
    })
})

export const settingsForm = z.intersection(
  z.pipe(
    z.transform(({ fees: _fees, ...entry }: SettingsForm): z.input<typeof settingsEntry> => entry),
    settingsEntry,
  ),
  z.object({ fees: z.array(z.custom<FeeEntry>()).check(checkFees) }),
)
