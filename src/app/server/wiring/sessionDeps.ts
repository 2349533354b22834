import { describeUser } from '#account/server/flow/describeUser.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { cancelUntouched } from '#payment/server/flow/cancelUntouched.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import type { ReservationDeps } from '#reservation/server/deps.ts'
import { termsOf } from '#reservation/terms.ts'
import type { HumanCheck } from '#session/server/human.ts'
import type { SessionDeps } from '#session/server/routes.ts'
import type { PageSettings } from '#site/pageSettings.ts'
import type { Config } from '../environment/environment.ts'
import type { Database } from '../database.ts'

type Parts = {
  config: Config
  database: Database
  db: Db
  clock: Clock
  human: HumanCheck
  pageSettings: () => Promise<PageSettings>
  settings: ReservationDeps['settings']
  methods: PaymentDeps['methods']
}

export function sessionDeps(parts: Parts): Omit<SessionDeps, 'cookies'> {
  const { config, database, db, clock, human } = parts
  return {
    db,
    clock,
    human,
    production: config.production,
    page: () => shownSettings(parts),
    methods: parts.methods,
    onClear: (sessionHash: string, spare: readonly string[]) =>
      cancelUntouched({ db, clock }, sessionHash, spare),
    user: (userId: number) => describeUser(db, userId),
    notices: database.kind === 'embedded' ? ['Banco de dados de demonstração (embutido).'] : [],
  }
}

/** 0 if no reservation can be made. */
async function shownSettings({ pageSettings, settings }: Pick<Parts, 'pageSettings' | 'settings'>) {
  const { terms } = termsOf(await settings())
  const { holdCents, retainedCents } = terms ?? { holdCents: 0, retainedCents: 0 }
  return { ...(await pageSettings()), reserveValueCents: holdCents, reserveMinCents: retainedCents }
}
