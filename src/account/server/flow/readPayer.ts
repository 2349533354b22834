import type { Payer } from '#acquirer/payer.ts'
import type { Db } from '#db/schema.ts'
import { payersEntry } from '#session/guestData.ts'
import { guestOf } from '#session/server/guest.ts'
import type { Session } from '#session/session.ts'
import { findCity } from '../city/cities.ts'
import { addressOf } from './address.ts'
import { accountOf } from './getAccount.ts'

/** Null until data and address are complete (docs/spec.md#r25). */
export async function readPayer(db: Db, session: Session, code: string): Promise<Payer | null> {
  const payer = await readPixPayer(db, session, code)
  if (payer === null || payer.email === null || payer.phone === null) return null
  const address = await addressOf(db, session, payersEntry(guestOf(session), code))
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

/** Null until name and CPF are known. */
export async function readPixPayer(db: Db, session: Session, code: string): Promise<Payer | null> {
  const account = await accountOf(db, session, payersEntry(guestOf(session), code))
  if (!account) return null
  const { name, taxId, email, phone } = account
  return { name, taxId, email: email || null, phone: phone || null, address: null }
}
