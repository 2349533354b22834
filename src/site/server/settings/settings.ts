import * as z from 'zod/mini'
import { createHash } from 'node:crypto'
import type { Acquirers } from '#acquirer/acquirers.ts'
import { feesText } from '#closing/fees.ts'
import { feesKey, listClosedAcquirers, readFees } from '#closing/server/readFees.ts'
import { contestKey, type ContestSettings, readContestSettings } from '#contest/server/contestSettings.ts'
import type { Db, Tx } from '#db/schema.ts'
import { type Clock, isoIn } from '#kit/clock.ts'
import { fail, invalid } from '#kit/fail.ts'
import { toReais } from '#kit/money.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { lockSettings, readSetting, readSettingField, writeSetting } from '#kit/server/settings.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import { readPaymentSettings } from '#payment/authentication/server/paymentSettings.ts'
import type { PaymentSettings } from '#payment/method/authenticationOutcomes.ts'
import { type Method, methodsBySetting, methodNames, methods } from '#payment/method/method.ts'
import { readReserveSettings } from '#reservation/server/flow/readReserveSettings.ts'
import { countReserved } from '#reservation/server/store.ts'
import type { StaffMember } from '#session/server/caller.ts'
import { isAllowed } from '#staff/level.ts'
import { defaultPageSettings, blankOperator } from '../../pageSettings.ts'
import { sharedSettings } from '../../pageSettingsSchema.ts'
import type { SettingsEntry, WireSettings } from '../../settingsContract.ts'
import { dayOf, readAlertEmail, readOperatorTimeZone, readStoredPage, storedPageSchema } from './store.ts'

/** Amounts in reais, unset texts as ''. */
export async function readSettings(
  { db, usesDemoOperator, acquirers }: Omit<SettingsDeps, 'clock'>,
  now: Date,
): Promise<WireSettings> {
  const found = await loadSettings(db, now, usesDemoOperator)
  const { updated_at: _at, logoUrl: _logo, ...edited } = found
  const version = createHash('sha256').update(JSON.stringify(edited)).digest('base64url').slice(0, 16)
  return {
    ...found,
    version,
    acquirers: await listAcquirers(db, acquirers),
    reservesRunning: await countRunningReservations(db, now),
  }
}

/** The configured ones, then those of before, which have no title any more. */
async function listAcquirers(db: Db, { all }: SettingsDeps['acquirers']): Promise<WireSettings['acquirers']> {
  const former = (await listClosedAcquirers(db)).filter((name) => !Object.hasOwn(all, name))
  return [
    ...Object.values(all).map(({ name, title }) => ({ name, title })),
    ...former.toSorted().map((name) => ({ name, title: name })),
  ]
}

async function countRunningReservations(db: Db, now: Date): Promise<number> {
  const lots = [...(await countReserved(db, now)).values()]
  return lots.reduce((sum, { waiting, inside }) => sum + waiting + inside, 0)
}

async function loadSettings(
  db: Db,
  now: Date,
  usesDemoOperator: boolean,
): Promise<Omit<WireSettings, 'version' | 'acquirers' | 'reservesRunning'>> {
  const row = await readSetting(db, 'page')
  const { captchaEnabled = true, ...own } = readStoredPage(row?.value)
  const operatorTimeZone = await readOperatorTimeZone(db)
  const unset = usesDemoOperator ? {} : { ...blankOperator, termsRevisedAt: dayOf(now, operatorTimeZone) }
  const page = { ...defaultPageSettings, ...unset, ...own }
  const reserve = await readReserveSettings(db, page.reserveEnabled)
  const logo = await readSettingField(db, 'logo', 'name')
  const { closed, pixFirst, acceptsAttempted, credit, creditFromCents } = await readPaymentSettings(db)
  const contest = await readContestSettings(db)
  return {
    id: 1,
    ...(row ? { updated_at: isoIn(operatorTimeZone, row.updatedAt) } : {}),
    logoUrl: logo === null ? null : `/logo/${logo}`,
    ...z.parse(sharedSettings, page),
    operatorShortName: page.operatorShortName ?? '',
    operatorTimeZone,
    contactWhatsapp: page.contactWhatsapp.replace(/^55(?=\d{10,11}$)/, ''),
    alertEmail: (await readAlertEmail(db)) ?? '',
    ...methodsBySetting(({ name }) => !closed.includes(name)),
    pixFirst,
    acceptsAttempted,
    creditAuthentication: credit,
    creditAuthenticationFrom: toReais(creditFromCents),
    fees: [...(await readFees(db))],
    contestDays: contest.days,
    contestAnswerDays: contest.answerDays,
    contestAuto: toReais(contest.autoCents),
    reserveValue: toReais(reserve.valueCents),
    reserveMin: toReais(reserve.minCents),
    reserveHoldMinutes: reserve.holdMinutes,
    reserveArriveHours: reserve.arriveHours,
    captchaEnabled,
    analyticsScriptUrl: page.analyticsScriptUrl ?? '',
    signColor: page.signColor ?? '',
    goColor: page.goColor ?? '',
  }
}

/**
 * Throws `settings_changed`, with the stored settings, and 422 when another level than admin changes the
 * analytics script, or a fee names an unknown acquirer.
 */
export async function changeSettings(
  deps: SettingsDeps,
  { entry, seenVersion, by }: { entry: SettingsEntry; seenVersion: string | undefined; by: StaffMember },
): Promise<WireSettings> {
  return transaction(deps.db, async (tx) => {
    await lockSettings(tx, settingKeys)
    const now = deps.clock.now()
    const before = await readSettings({ ...deps, db: tx }, now)
    if (seenVersion !== undefined && seenVersion !== before.version)
      throw fail('settings_changed', { data: before })
    // The analytics script runs with full access to the page.
    if (entry.analyticsScriptUrl !== before.analyticsScriptUrl && !isAllowed(by.level, 'admin'))
      throw invalid({ analyticsScriptUrl: ['Só um administrador pode mudar este endereço.'] })
    if (entry.fees?.some(({ acquirer }) => !before.acquirers.some(({ name }) => name === acquirer)))
      throw invalid({ fees: ['Escolha um adquirente.'] })
    const { termsRevisedAt, operatorShortName, operatorTimeZone } = before
    const page = toPageSetting({ termsRevisedAt, operatorShortName, operatorTimeZone, ...entry })
    await writeSetting(tx, 'page', page, now)
    await writeSetting(tx, 'payment', toPaymentSetting(entry, before), now)
    if (entry.fees !== undefined) await writeSetting(tx, feesKey, { rows: entry.fees }, now)
    await writeSetting(tx, contestKey, toContestSetting(entry, before), now)
    await writeSetting(tx, 'reserve', toReserveSetting(entry), now)
    if (entry.alertEmail !== undefined) await writeSetting(tx, 'alert', { email: entry.alertEmail }, now)
    const after = await readSettings({ ...deps, db: tx }, now)
    await auditChange(tx, { before, after, by, now })
    return after
  })
}

const toCents = (reais: number) => Math.round(reais * 100)

function toPageSetting({ operatorShortName: shortName, ...entry }: SettingsEntry): object {
  const orNull = (text: string) => (text === '' ? null : text)
  return {
    ...Object.fromEntries(
      Object.entries(entry).filter(([name]) => Object.hasOwn(storedPageSchema.shape, name)),
    ),
    ...(shortName ? { operatorShortName: shortName } : {}),
    // wa.me requires the country code.
    contactWhatsapp: entry.contactWhatsapp === '' ? '' : `55${entry.contactWhatsapp}`,
    analyticsScriptUrl: orNull(entry.analyticsScriptUrl),
    signColor: orNull(entry.signColor),
    goColor: orNull(entry.goColor),
  }
}

/** A missing field stays unchanged, as in `toContestSetting`. */
function toPaymentSetting(entry: SettingsEntry, stored: WireSettings): PaymentSettings {
  return {
    closed: methodNames.filter((name) => {
      const { setting } = methods[name]
      return !(entry[setting] ?? stored[setting])
    }),
    pixFirst: entry.pixFirst ?? stored.pixFirst,
    acceptsAttempted: entry.acceptsAttempted ?? stored.acceptsAttempted,
    credit: entry.creditAuthentication ?? stored.creditAuthentication,
    creditFromCents: toCents(entry.creditAuthenticationFrom ?? stored.creditAuthenticationFrom),
  }
}

function toContestSetting(entry: SettingsEntry, stored: WireSettings): ContestSettings {
  return {
    days: entry.contestDays ?? stored.contestDays,
    answerDays: entry.contestAnswerDays ?? stored.contestAnswerDays,
    autoCents: toCents(entry.contestAuto ?? stored.contestAuto),
  }
}

function toReserveSetting(entry: SettingsEntry): object {
  return {
    valueCents: toCents(entry.reserveValue),
    minCents: toCents(entry.reserveMin),
    holdMinutes: entry.reserveHoldMinutes,
    arriveHours: entry.reserveArriveHours,
  }
}

const derivedFields = ['updated_at', 'version', 'acquirers', 'reservesRunning']

type AuditedSettings = ReturnType<typeof toAuditedSettings>

function pickSettings(
  settings: AuditedSettings,
  names: readonly string[],
): Partial<Omit<SettingsEntry, 'fees'>>
/** The compiler cannot derive the names. */
function pickSettings(settings: Readonly<Record<string, unknown>>, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, lookUp(settings, name)]))
}

type SettingsChange = { before: WireSettings; after: WireSettings; by: StaffMember; now: Date }

async function auditChange(tx: Tx, { by, now, ...change }: SettingsChange): Promise<void> {
  const [before, after] = [toAuditedSettings(change.before), toAuditedSettings(change.after)]
  const stored: Record<string, unknown> = { ...before }
  const changed = Object.entries(after)
    .filter(([name, value]) => !derivedFields.includes(name) && lookUp(stored, name) !== value)
    .map(([name]) => name)
  if (changed.length === 0) return
  await audit(tx, {
    at: now,
    actor: by.actor,
    subject: 'setting',
    subjectId: 'page',
    action: 'changed',
    before: pickSettings(before, changed),
    after: pickSettings(after, changed),
  })
}

function toAuditedSettings(settings: WireSettings) {
  return { ...settings, fees: feesText(settings.fees) }
}

export type SettingsDeps = {
  db: Db
  clock: Clock
  acquirers: Pick<Acquirers, 'all'>
  offered: readonly Method[]
  usesDemoOperator: boolean
}

/** Each change locks all of these rows. */
export const settingKeys = ['alert', contestKey, feesKey, 'page', 'payment', 'reserve', 'logo'] as const
