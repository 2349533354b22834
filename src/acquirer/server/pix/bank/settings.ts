import type { Clock } from '#kit/clock.ts'
import type { BankRow } from './banks.ts'

export type PixSettings = {
  readonly apiUrl: string
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** The Pix key that receives. */
  readonly key: string
  /** PEM texts; null for the simulator. */
  readonly certificate: { readonly cert: string; readonly key: string } | null
  /** PEM text of the bank's private CA. */
  readonly ca?: string
  /** The secret part of the webhook's address. */
  readonly webhookSecret: string
  readonly bank: BankRow
  readonly expiryS: number
  /** Time budget of one port method, shared by its calls. */
  readonly timeoutMs: number
  readonly clock: Clock
}
