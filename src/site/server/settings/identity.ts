import type { Db } from '#db/schema.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { lockSettings, readSetting, writeSetting } from '#kit/server/settings.ts'
import { defaultPageSettings } from '../../pageSettings.ts'
import { readStoredPage } from './readPageSettings.ts'

/** Needed before a portal in production takes money (docs/spec.md#r36). */
const identityFields = ['operatorName', 'operatorCnpj', 'contactEmail'] as const
type IdentityField = (typeof identityFields)[number]

export async function missingIdentity(db: Db): Promise<IdentityField[]> {
  const page = readStoredPage((await readSetting(db, 'page'))?.value)
  return identityFields.filter((field) => {
    const saved = page[field] ?? ''
    return saved.trim() === '' || saved === defaultPageSettings[field]
  })
}

export async function saveIdentity(db: Db, identity: Readonly<Record<IdentityField, string>>, now: Date) {
  await transaction(db, async (tx) => {
    await lockSettings(tx, ['page'])
    const page = readStoredPage((await readSetting(tx, 'page'))?.value)
    await writeSetting(tx, 'page', { ...page, ...identity }, now)
  })
}
