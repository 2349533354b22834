import type { Payer } from '#acquirer/acquirer.ts'
import type { Db } from '#db/schema.ts'
import type { Session } from '#session/session.ts'
import { findCity } from '../city/cities.ts'
import { addressOf } from './address.ts'
import { getAccount } from './getAccount.ts'

/** Null until data and address are complete. */
export async function readPayer(db: Db, session: Session): Promise<Payer | null> {
  const payer = await readPixPayer(db, session)
  if (payer === null || payer.email === null || payer.phone === null) return null
  const address = await addressOf(db, session)
  const city = address && (await findCity(db, address.cityId))
  if (!address || !city) return null
  return {
    ...payer,
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

/** Name and CPF; null until complete. */
export async function readPixPayer(db: Db, session: Session): Promise<Payer | null> {
  const account = await getAccount({ db }, session)
  if (!account) return null
  const { name, taxId, email, phone } = account
  return { name, taxId, email: email || null, phone: phone || null, address: null }
}
