import { type Database, openWithoutMigrating, openDatabase } from '#app/server/database.ts'
import { seedDemo } from '#simulators/demo/seed.ts'
import { seedCities } from '#account/server/city/cities.ts'
import { parseCardKeys } from '#kit/server/sealKeys.ts'
import { TestClock } from '../clock.ts'

/** The initial time of every test portal. */
export const openingTime = '2026-03-10T15:00:00.000Z'

type Where = { databaseUrl: string | null; dataDir: string | null }

/** Creates the tables and the municipalities, once for all tests because it takes half a second. */
export async function fillTables(where: Where): Promise<void> {
  await using(await openDatabase(where, () => {}), ({ db }) => seedCities(db))
}

/**
 * Adds the demo: lots, tickets, and people whose passwords are hashed once for the whole run. Each portal adds the
 * customer's saved card, because its simulator must know it.
 */
export async function fillDemo(where: Where): Promise<void> {
  await using(await openWithoutMigrating(where, () => {}), async ({ db }) => {
    const clock = new TestClock(openingTime)
    const cardKeys = parseCardKeys('07'.repeat(32))
    const termsHash = async () => 'hash'
    await seedDemo({ db, clock, cardKeys, termsHash, simulatorUrl: null, log: { warn: () => {} } })
  })
}

async function using(database: Database, work: (database: Database) => Promise<void>): Promise<void> {
  try {
    await work(database)
  } finally {
    await database.close()
  }
}
