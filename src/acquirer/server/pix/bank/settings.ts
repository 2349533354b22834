import type { Clock } from '#kit/clock.ts'
import type { BankRow } from './banks.ts'

export type PixSettings = {
  readonly apiUrl: string
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly key: string
  /** PEM texts; null for the simulator. */
  readonly certificate: { readonly cert: string; readonly key: string } | null
  readonly ca?: string
  readonly webhookSecret: string
  readonly bank: BankRow
  readonly expiryS: number
  readonly timeoutMs: number
  readonly clock: Clock
}
