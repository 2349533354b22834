import type { TermsHash } from '#account/server/deps.ts'
import type { Db } from '#db/schema.ts'
import type { CardKeys } from '#kit/server/sealKeys.ts'
import type { Clock } from '#kit/clock.ts'

export type DemoDeps = {
  db: Db
  clock: Clock
  cardKeys: CardKeys
  termsHash: TermsHash
  /** Null with another acquirer: no saved card is seeded. */
  simulatorUrl: string | null
  simulatorQueryUrl?: string
  log: { warn(detail: object, text: string): void }
}
