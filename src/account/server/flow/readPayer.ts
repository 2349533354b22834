import type { Payer } from '#acquirer/acquirer.ts'
import type { Db } from '#db/schema.ts'
import { readGuest } from '#session/server/guest.ts'
import type { Session } from '#session/session.ts'
import { findCity } from '../cities.ts'

/** Who pays, from what the guest filled in; null until both data and address are there. */
export async function readPayer(db: Db, session: Session): Promise<Payer | null> {
  const { account, address } = await readGuest(db, session)
  if (!account || !address) return null
  const city = await findCity(db, address.cityId)
  if (!city) return null
  return {
    name: account.name,
    taxId: account.taxId,
    email: account.email,
    phone: account.phone,
    address: {
      street: address.street,
      number: address.streetNumber,
      complement: address.complement === '' ? null : address.complement,
      postalCode: address.postalcode,
      city: city.name,
      state: city.state,
    },
  }
}
