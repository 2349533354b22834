import type { Db } from '#db/schema.ts'
import type { CardKeys } from '#kit/server/sealKeys.ts'
import type { Clock } from '#kit/clock.ts'

/** What the demo is made with. */
export type DemoDeps = {
  db: Db
  clock: Clock
  cardKeys: CardKeys
  /** Null when another acquirer is used: then the customer has no saved card. */
  simulatorUrl: string | null
  /** Where it answers questions, when that is another address. */
  simulatorQueryUrl?: string
  log: { warn(detail: object, text: string): void }
}
