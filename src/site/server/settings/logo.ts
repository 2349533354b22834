import { deleteSetting, lockSettings, readSetting, writeSetting } from '#kit/server/settings.ts'
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Db, Tx } from '#db/schema.ts'
import { fail, invalid } from '#kit/fail.ts'
import type { ActionOf } from '#kit/auditTerms.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { UploadedFile } from '#kit/server/http/upload.ts'
import type { StaffMember } from '#session/server/caller.ts'
import { type SettingsDeps, settingKeys } from './settings.ts'

const storedLogo = z.object({ name: z.string(), type: z.string(), base64: z.string() })

/** The type that a browser sends cannot be trusted. SVG is missing, because it may contain scripts. */
const imageTypes = [
  { type: 'image/png', ending: 'png', magic: /^89504e470d0a1a0a/ },
  { type: 'image/jpeg', ending: 'jpg', magic: /^ffd8ff/ },
  { type: 'image/webp', ending: 'webp', magic: /^52494646.{8}57454250/ },
] as const

export async function saveLogo({ db, clock }: SettingsDeps, file: UploadedFile | null, by: StaffMember) {
  if (file === null || file.content.length === 0) throw invalid({ logo: ['Escolha a imagem do logotipo.'] })
  const head = file.content.subarray(0, 16).toString('hex')
  const kind = imageTypes.find(({ magic }) => magic.test(head))
  if (!kind) throw invalid({ logo: ['Envie uma imagem PNG, JPEG ou WebP.'] })
  const name = `${createHash('sha256').update(file.content).digest('hex').slice(0, 20)}.${kind.ending}`
  const value = { name, type: kind.type, base64: file.content.toString('base64') }
  await transaction(db, async (tx) => {
    await lockSettings(tx, settingKeys)
    await writeSetting(tx, 'logo', value, clock.now())
    await auditLogo(tx, { action: 'logo_changed', by, now: clock.now() })
  })
}

export async function deleteLogo({ db, clock }: SettingsDeps, by: StaffMember): Promise<boolean> {
  return transaction(db, async (tx) => {
    await lockSettings(tx, settingKeys)
    const dropped = await deleteSetting(tx, 'logo')
    if (dropped) await auditLogo(tx, { action: 'logo_removed', by, now: clock.now() })
    return dropped
  })
}

export type Logo = { readonly name: string; readonly type: string; readonly content: Uint8Array }

/** Null where none is set. */
export async function findLogo(db: Db): Promise<Logo | null> {
  const logo = z.safeParse(storedLogo, (await readSetting(db, 'logo'))?.value)
  if (!logo.success) return null
  const { name, type, base64 } = logo.data
  return { name, type, content: Buffer.from(base64, 'base64') }
}

/** Throws `not_found` for any name but the current one. */
export async function readLogo(db: Db, name: string): Promise<Logo> {
  const logo = await findLogo(db)
  if (logo?.name !== name) throw fail('not_found')
  return logo
}

async function auditLogo(
  tx: Tx,
  change: { action: ActionOf<'setting'>; by: StaffMember; now: Date },
): Promise<void> {
  const { action, by, now } = change
  await audit(tx, { at: now, actor: by.actor, subject: 'setting', subjectId: 'logo', action })
}
