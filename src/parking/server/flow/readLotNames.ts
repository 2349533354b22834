import type { Db } from '#db/schema.ts'
import { allLots } from '../store.ts'

/** Ordered by name. */
export async function readLotNames(db: Db): Promise<{ id: number; name: string }[]> {
  return (await allLots(db)).map(({ id, name }) => ({ id, name }))
}

/** Names of all lots by id. */
export async function readLotNamesById(db: Db): Promise<ReadonlyMap<number, string>> {
  return new Map((await allLots(db)).map(({ id, name }) => [id, name]))
}
