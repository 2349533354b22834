import { type Database, openWithoutMigrating, openDatabase } from '#app/server/database.ts'
import { seedDemo } from '#simulators/demo/seed.ts'
import { seedCities } from '#account/server/city/cities.ts'
import { parseCardKeys } from '#kit/server/sealKeys.ts'
import { TestClock } from '../clock.ts'

/** When the clock of every portal in the tests stands as it opens. */
export const openingTime = '2026-03-10T15:00:00.000Z'

type Where = { databaseUrl: string | null; dataDir: string | null }

/** Makes the tables of an empty database, with all municipalities in them: half a second that no test need repeat. */
export async function fillTables(where: Where): Promise<void> {
  await using(await openDatabase(where, () => {}), ({ db }) => seedCities(db))
}

/**
 * Adds the demo: lots, tickets, and people whose passwords are hashed once for the whole run. The customer's saved
 * card comes with the portal, for only its own simulator knows it.
 */
export async function fillDemo(where: Where): Promise<void> {
  await using(await openWithoutMigrating(where, () => {}), async ({ db }) => {
    const clock = new TestClock(openingTime)
    const cardKeys = parseCardKeys('07'.repeat(32))
    await seedDemo({ db, clock, cardKeys, simulatorUrl: null, log: { warn: () => {} } })
  })
}

async function using(database: Database, work: (database: Database) => Promise<void>): Promise<void> {
  try {
    await work(database)
  } finally {
    await database.close()
  }
}
