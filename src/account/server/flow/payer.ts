import type { Payer } from '#acquirer/payer.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { draftEntry, type GuestEntry, payerEntry } from '#session/guestData.ts'
import { guestEntriesOf, saveGuestEntry } from '#session/server/guestData.ts'
import { checkRateLimit, type LimitedCaller } from '#session/server/limits/admit.ts'
import { recordHits } from '#session/server/limits/hits.ts'
import type { Session } from '#session/session.ts'
import { findCity, wireCity } from '../city/cities.ts'
import { hashPassword } from '../passwords.ts'
import { type Address, addressOfUser, findDuplicates, type User, findSessionUser } from '../store.ts'

export type PayerAccount = NonNullable<GuestEntry['account']> & { draft?: boolean }
type TypedPayer = {
  account?: PayerAccount | undefined
  address?: (Address & { draft?: boolean }) | undefined
}

function accountOf(user: User | undefined, typed: TypedPayer) {
  if (user) return { name: user.name, email: user.email, phone: user.phone, taxId: user.tax_id }
  return typed.account ?? null
}

function addressOf(user: User | undefined, typed: TypedPayer) {
  return (user && addressOfUser(user)) ?? typed.address ?? null
}

/** Null before set_account. */
export async function getAccount({ db }: { db: Db }, session: Session, code?: string | null) {
  return accountOf(await findSessionUser(db, session), draftEntry(guestEntriesOf(session), code ?? null))
}

/** Null before set_address. */
export async function getAddress({ db }: { db: Db }, session: Session, code?: string | null) {
  const address = addressOf(
    await findSessionUser(db, session),
    draftEntry(guestEntriesOf(session), code ?? null),
  )
  const city = address && (await findCity(db, address.cityId))
  if (!address || !city) return null
  const { cityId: _, ...rest } = address
  return { ...rest, city: wireCity(city) }
}

type Deps = { db: Db; clock: Clock }
type AccountEntry = {
  code?: string | null
  account: NonNullable<GuestEntry['account']>
  password: string | null
}

/** Stores nothing if the e-mail or tax number is taken. Throws as `checkRateLimit`. */
export async function setAccount(
  { db, clock }: Deps,
  caller: LimitedCaller & { session: Session },
  { code = null, account: { name, email, phone, taxId }, password }: AccountEntry,
): Promise<{ email: boolean; taxId: boolean }> {
  const { session, ip } = caller
  const account = { name, email, phone, taxId }
  if (password === null) {
    await saveGuestEntry(db, session, { code, account, passwordHash: null }, clock)
    return { email: false, taxId: false }
  }
  await checkRateLimit(db, 'taken', caller, clock.now())
  const taken = await findDuplicates(db, account, session.userId)
  if (taken.email || taken.taxId) await recordHits(db, [{ limit: 'taken', key: ip }], clock.now())
  else {
    const hashing = { ip, sessionHash: session.hash, isKnownLogin: false, now: clock.now() }
    const passwordHash = await hashPassword(password, hashing)
    await saveGuestEntry(db, session, { code, account, passwordHash }, clock)
  }
  return taken
}

/** False for an unknown city. */
export async function setAddress(
  { db, clock }: Deps,
  session: Session,
  { code = null, ...address }: Address & { code?: string | null },
): Promise<boolean> {
  if (!(await findCity(db, address.cityId))) return false
  await saveGuestEntry(db, session, { code, address }, clock)
  return true
}

/** Null until data and address are complete (docs/spec.md#r25). */
export async function readPayer(db: Db, session: Session, code: string): Promise<Payer | null> {
  const user = await findSessionUser(db, session)
  const typed = payerEntry(guestEntriesOf(session), code)
  const payer = payerOf(user, typed)
  if (payer === null || payer.email === null || payer.phone === null) return null
  const address = addressOf(user, typed)
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
  return payerOf(await findSessionUser(db, session), payerEntry(guestEntriesOf(session), code))
}

function payerOf(user: User | undefined, typed: TypedPayer): Payer | null {
  const account = accountOf(user, typed)
  if (!account) return null
  const { name, taxId, email, phone } = account
  return { name, taxId, email: email || null, phone: phone || null, address: null }
}
