import type { CieloQueries } from '../queries/queryHost.ts'

export type CieloPixSettings = CieloQueries & {
  /** 86400 at most. */
  readonly expiryS: number
}
