import type { CieloQueries } from '../queries/queryHost.ts'

export type CieloPixSettings = CieloQueries & {
  /** How long a code can be paid; Cielo takes 86400 at most. */
  readonly expiryS: number
}
