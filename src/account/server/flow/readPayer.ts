import type { Payer } from '#acquirer/acquirer.ts'
import type { Db } from '#db/schema.ts'
import type { Session } from '#session/session.ts'
import { findCity } from '../city/cities.ts'
import { addressOf } from './addressOf.ts'
import { getAccount } from './getAccount.ts'

/** Who pays: the account, or what the guest filled in; null until both data and address are there. */
export async function readPayer(db: Db, session: Session): Promise<Payer | null> {
  const account = await getAccount({ db }, session)
  const address = await addressOf(db, session)
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
