import type { Db } from '#db/schema.ts'
import { allLots } from '../store.ts'

/** By name. */
export async function readLotNames(db: Db): Promise<{ id: number; name: string }[]> {
  return (await allLots(db)).map(({ id, name }) => ({ id, name }))
}
