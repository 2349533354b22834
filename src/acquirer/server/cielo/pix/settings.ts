import type { CieloQueries } from '../queries/queryHost.ts'

export type CieloPixSettings = CieloQueries & {
  /** Lifetime of a code; Cielo allows at most 86400. */
  readonly expiryS: number
}
