import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'

/** What the registers of the back office need. */
export type RegisterDeps = {
  readonly db: Db
  readonly clock: Clock
  /** Tells the job runner that work was written. */
  readonly kick: () => void
}

/** In whose local time the registers show their instants: Brasília's. */
export const registerZone = 'America/Sao_Paulo'
