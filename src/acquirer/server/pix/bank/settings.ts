import type { Clock } from '#kit/clock.ts'
import type { BankRow } from './banks.ts'

export type PixSettings = {
  /** Base address of the API, beneath which the row's paths lie. */
  readonly apiUrl: string
  readonly tokenUrl: string
  readonly clientId: string
  /** Empty where the certificate is enough. */
  readonly clientSecret: string
  /** The Pix key that is paid. */
  readonly key: string
  /** PEM texts of the client's certificate; null where the bank asks for none, as the simulator. */
  readonly certificate: { readonly cert: string; readonly key: string } | null
  /** PEM text of who signed the bank's certificate, where that is nobody whom Node knows. */
  readonly ca?: string
  /** The part of our webhook's address that only the bank knows. */
  readonly webhookSecret: string
  readonly bank: BankRow
  /** How long a code can be paid. */
  readonly expiryS: number
  /** Budget of one method of the port, in milliseconds; methods of several calls share it. */
  readonly timeoutMs: number
  readonly clock: Clock
}
