import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { findCity } from '../../city/cities.ts'
import { type Address, updateAddress } from '../../store.ts'

/** False for an unknown city. */
export async function changeAddress(
  deps: { db: Db; clock: Clock },
  userId: number,
  address: Address,
): Promise<boolean> {
  if (!(await findCity(deps.db, address.cityId))) return false
  await updateAddress(deps.db, userId, address, deps.clock.now())
  return true
}
