import type { Db } from '#db/schema.ts'
import { allLots } from '../store.ts'

/** Lots are in the order of their names. */
export async function readLotNames(db: Db): Promise<{ id: number; name: string }[]> {
  return (await allLots(db)).map(({ id, name }) => ({ id, name }))
}

export async function readLotNamesById(db: Db): Promise<ReadonlyMap<number, string>> {
  return new Map((await allLots(db)).map(({ id, name }) => [id, name]))
}
