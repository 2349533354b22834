import * as z from 'zod/mini'
import type { FeeRow } from '#closing/fees.ts'
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

type Entry = z.input<typeof settingsEntry>

/** What the screen edits: a call's entry whose fees are as people read them. */
export type SettingsForm = Required<Omit<z.output<typeof settingsEntry>, 'fees'>> & { fees: FeeEntry[] }

export const settingsForm = z.pipe(
  z.transform((values: Omit<Entry, 'fees'> & { fees: readonly FeeEntry[] }): Entry => ({
    ...values,
    fees: toFeeRows(values.fees),
  })),
  settingsEntry,
)
