import { insertConsent } from '#account/server/consents.ts'
import { hashPassword, comparePassword } from '#account/server/passwords.ts'
import { type Address, insertUser, updateUser } from '#account/server/store.ts'
import type { Level } from '#account/user.ts'
import { seal } from '#kit/server/seal.ts'
import { type StaffDeps, secretOwner } from '#staff/server/deps.ts'
import { consumeTotpStep, saveUnconfirmedSecret, findSecondFactor } from '#staff/server/store.ts'
import type { DemoDeps } from './deps.ts'
import type { Demo } from './demoRecord.ts'
import { seedSavedCard } from './savedCard.ts'
import { seedShop, shopPerson } from './shop.ts'

const customer = {
  name: 'Clara Ramos',
  email: 'clara@demo.guiche.example',
  taxId: '70482193603',
  phone: '41999990001',
  password: 'clara-estaciona',
  level: 100,
  address: {
    postalcode: '80010000',
    street: 'Rua XV de Novembro',
    streetNumber: '100',
    complement: '',
    neighborhood: 'Centro',
    cityId: 4106902,
  },
} as const

const staff: readonly {
  name: string
  email: string
  taxId: string
  password: string
  level: Level
  totp: string
}[] = [
  {
    name: 'Alice Prado',
    email: 'alice@demo.guiche.example',
    taxId: '81593204779',
    password: 'alice-administra',
    totp: 'GUICHEDEMOALICEAAAAAAAAAAAAAAAAA',
    level: 1,
  },
  {
    name: 'Bruno Teles',
    email: 'bruno@demo.guiche.example',
    taxId: '92604315815',
    password: 'bruno-gerencia',
    totp: 'GUICHEDEMOBRUNOBBBBBBBBBBBBBBBBB',
    level: 2,
  },
  {
    name: 'Sônia Leal',
    email: 'sonia@demo.guiche.example',
    taxId: '63715426993',
    password: 'sonia-supervisiona',
    totp: 'GUICHEDEMOSONIACCCCCCCCCCCCCCCCC',
    level: 10,
  },
]

/** Seeds a customer with a saved card, a shop’s person and staff of each level; resets them at every start. */
export async function seedPeople(deps: DemoDeps): Promise<Pick<Demo, 'customer' | 'shop' | 'staff'>> {
  const now = deps.clock.now()
  const userId = await registerUser(deps, customer, now)
  await seedSavedCard(deps, userId)
  await seedShop(deps.db, await registerUser(deps, shopPerson, now), now)
  for (const person of staff) {
    const staffId = await registerUser(deps, { ...person, phone: '41999990002', address: null }, now)
    await seedSecondFactor(deps, staffId, person.totp)
  }
  return {
    customer: { email: customer.email, password: customer.password },
    shop: { email: shopPerson.email, password: shopPerson.password },
    staff: staff.map(({ email, password, level, totp }) => ({ email, password, level, totp_secret: totp })),
  }
}

/** An existing secret stays. */
async function seedSecondFactor(
  deps: Pick<StaffDeps, 'db' | 'clock' | 'cardKeys'>,
  userId: number,
  secret: string,
): Promise<void> {
  if (await findSecondFactor(deps.db, userId)) return
  const now = deps.clock.now()
  await saveUnconfirmedSecret(deps.db, userId, seal(deps.cardKeys, secretOwner(userId), secret), now)
  await consumeTotpStep(deps.db, userId, 1, now)
}

type Registration = {
  name: string
  email: string
  taxId: string
  phone: string
  password: string
  level: Level
  address: Address | null
}

/** Answers the id. */
async function registerUser({ db, termsHash }: DemoDeps, wanted: Registration, now: Date): Promise<number> {
  const byTaxId = db.selectFrom('user_account').selectAll().where('tax_id', '=', wanted.taxId)
  const known = await byTaxId.executeTakeFirst()
  const same = known && known.email === wanted.email
  if (same && (await comparePassword(known.password_hash, wanted.password, null))) return known.id
  const passwordHash = await hashPassword(wanted.password, null)
  if (known) {
    await updateUser(db, known.id, { email: wanted.email, password_hash: passwordHash }, now)
    return known.id
  }
  const user = await insertUser(db, { ...wanted, passwordHash, now })
  await insertConsent(db, { userId: user.id, kind: 'terms', termsHash: await termsHash(db), now })
  return user.id
}
