import { seedCities } from '#account/server/city/cities.ts'
import type { Db, Tx } from '#db/schema.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { minuteMs, addMs } from '#kit/clock.ts'
import { hashToken, randomToken } from '#kit/server/secrets.ts'
import { demoTariffs } from './tariffs.ts'
import { hasRealData } from '#app/server/demo/demoData.ts'
import type { DemoDeps } from './deps.ts'
import { seedPeople } from './people.ts'
import { freshTickets } from './tickets.ts'
import { readDemo, writeDemo, type Demo } from './demoRecord.ts'

const zone = 'America/Sao_Paulo'

const curitiba = 4106902
const saoJoseDosPinhais = 4125506

/** The lots of docs/demo.md#1-what-is-seeded. */
export const demoLots = [
  {
    id: 1,
    name: 'Garagem Centro',
    cityId: curitiba,
    tariff: 'A',
    spaces: [180, 4, 8, 20],
    taken: [121, 1, 3, 2],
  },
  {
    id: 2,
    name: 'Shopping Norte',
    cityId: curitiba,
    tariff: 'B',
    spaces: [420, 12, 20, 30],
    taken: [388, 9, 11, 5],
  },
  {
    id: 3,
    name: 'Aeroporto',
    cityId: saoJoseDosPinhais,
    tariff: 'D',
    spaces: [900, 10, 45, 0],
    taken: [633, 4, 17, 0],
  },
] as const

/** Seeds the demo and replaces used tickets. Throws when the database has people or tickets of others. */
export async function seedDemo(deps: DemoDeps): Promise<Demo> {
  const { db, clock } = deps
  if (await hasRealData(db))
    throw new Error(
      'there are people or tickets in the database that the demo did not make: set DEMO=0, or take another database',
    )
  await seedCities(db)
  const now = clock.now()
  await seedLots(db, now)
  await seedReservationSettings(db, now)
  const known = await readDemo(db)
  const deviceKey = known?.device_key ?? (await transaction(db, (tx) => seedDevice(tx, now)))
  // Marks the database as a demo early, in case the start is interrupted.
  if (!known) await writeDemo(db, { device_key: deviceKey, tickets: [] }, now)
  const tickets = await freshTickets(db, known?.tickets ?? [], now)
  const people = await seedPeople(deps)
  const demo = { device_key: deviceKey, tickets, ...people }
  await writeDemo(db, demo, now)
  return demo
}

async function seedLots(db: Db, now: Date): Promise<void> {
  for (const lot of demoLots) {
    const [normal, pregnant, disabilities, reserves] = lot.spaces
    const inserted = await db
      .insertInto('lot')
      .values({
        id: lot.id,
        name: lot.name,
        time_zone: zone,
        total_normal: normal,
        total_pregnant: pregnant,
        total_disabilities: disabilities,
        total_reserves: reserves,
        occupied_normal: lot.taken[0],
        occupied_pregnant: lot.taken[1],
        occupied_disabilities: lot.taken[2],
        occupied_reserves: lot.taken[3],
        occupancy_at: addMs(now, -minuteMs),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) continue
    await db.insertInto('lot_city').values({ lot_id: lot.id, city_id: lot.cityId }).execute()
    const rules = JSON.stringify(demoTariffs[lot.tariff])
    await db
      .insertInto('tariff')
      .values({
        lot_id: lot.id,
        version: 1,
        name: `Tarifa ${lot.tariff}`,
        rules,
        time_zone: zone,
        created_at: now,
      })
      .execute()
  }
}

async function seedReservationSettings(db: Db, now: Date): Promise<void> {
  const rows = [
    { key: 'page', value: JSON.stringify({ reserveEnabled: true }), updated_at: now },
    { key: 'reserve', value: JSON.stringify({ valueCents: 5000, minCents: 1500 }), updated_at: now },
  ]
  await db
    .insertInto('setting')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

async function seedDevice(db: Tx, now: Date): Promise<string> {
  const key = randomToken()
  await db
    .insertInto('device')
    .values({
      name: 'Cancela de demonstração',
      key_hash: hashToken(key),
      lot_ids: demoLots.map(({ id }) => id),
      created_at: now,
    })
    .execute()
  return key
}
