import type { Db } from '#db/schema.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Acquirers } from '#acquirer/acquirers.ts'
import { guardAcquirers } from '#acquirer/server/guardAcquirer.ts'
import { describeUser } from '#account/server/flow/describeUser.ts'
import { listAdminEmails } from '#account/server/store.ts'
import { cepTimeoutMs, withCooldown, viaCepSource } from '#account/server/cepSource.ts'
import type { AccountDeps } from '#account/server/deps.ts'
import type { CardKeys } from '#kit/server/sealKeys.ts'
import type { EquipmentDeps } from '#equipment/server/deps.ts'
import type { SharedClock } from '#kit/clock.ts'
import { isTransactionOpen } from '#kit/server/db/transactionContext.ts'
import { startJobs } from '#kit/server/jobs/runner.ts'
import { cachedSettings } from '#kit/server/settings.ts'
import { openMailer } from '#kit/server/mail/mailer.ts'
import { deriveKey } from '#kit/server/secrets.ts'
import { cancelWithoutAttempt } from '#payment/server/flow/cancelWithoutAttempt.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { signedProofOf } from '#receipt/server/proof/proofOf.ts'
import type { ReceiptKeys } from '#receipt/server/proof/receiptKeys.ts'
import type { PushKey } from '#reminder/server/push/pushKey.ts'
import { transferGuestPayments } from '#payment/server/retention/owner.ts'
import type { ReservationDeps } from '#reservation/server/deps.ts'
import { reserveTermsOf } from '#reservation/reserveTerms.ts'
import { combinePayables } from '#reservation/server/combinePayables.ts'
import { readReserveSettings } from '#reservation/server/flow/readReserveSettings.ts'
import { reservationPayable } from '#reservation/server/reservationPayable.ts'
import { createAltchaCheck, type HumanCheck, disabledHumanCheck } from '#session/server/humanCheck.ts'
import type { SessionDeps } from '#session/server/routes.ts'
import { createRecaptchaCheck } from '#session/server/recaptcha.ts'
import { readAlertEmail } from '#site/server/settings/store.ts'
import type { PartnerDeps } from '#partner/server/deps.ts'
import type { TicketDeps } from '#ticket/server/deps.ts'
import { createTicketPayable } from '#ticket/server/ticketPayable.ts'
import { createSnapshotReader } from '#ticket/server/ticketSnapshot.ts'
import { userDirectory } from '#account/server/backoffice/searchUsers.ts'
import { closingNumbersByRow } from '#closing/server/store.ts'
import { readAlertLimits } from '#alert/server/alertSettings.ts'
import { countOpenAlerts } from '#alert/server/store.ts'
import { countOpenContests } from '#contest/server/store.ts'
import { countOpenDisputes } from '#dispute/server/store.ts'
import type { VisibleLots } from '#session/server/caller.ts'
import type { AlertDeps } from '#alert/server/deps.ts'
import type { CardDeps } from '#card/server/routes.ts'
import { readLotNames } from '#parking/server/flow/readLotNames.ts'
import type { BackOfficePaymentDeps } from '#review/server/backoffice/deps.ts'
import { reservedStay } from '#reservation/server/backoffice/reservedStay.ts'
import {
  countReserved,
  isCardReserved,
  isVehicleReserved,
  ticketReservationSql,
} from '#reservation/server/store.ts'
import { unrevokedKeyHashes } from '#equipment/server/device.ts'
import { changeTariffTimeZone } from '#ticket/server/tariff/changeTariffTimeZone.ts'
import { lotsWithTariff, readTariffInForce } from '#ticket/server/tariff/store.ts'
import { contracts } from '../modules.ts'
import type { Config } from './environment/environment.ts'
import type { Database } from './database.ts'
import { bindJobs, exports, tables, trailNames, trails } from './modules.ts'
import { certificatesOf } from './pix/pixBank.ts'
import type { TillDeps } from '#till/server/deps.ts'
import { environmentWarnings } from './environment/warnings.ts'
import { knownCallers } from './requests/knownCallers.ts'
import { storedSettings } from './storedSettings.ts'

function deriveKeys(master: Buffer) {
  const key = (purpose: string) => deriveKey(master, purpose)
  return {
    csrf: key('csrf'),
    known: key('known'),
    build: key('client build'),
    human: key('human').toString('hex'),
    gate: key('gate'),
    cardNumber: key('card_number'),
    recoveryCode: key('recovery_code'),
    shopCode: key('shop_code'),
  }
}

type DepsInput = {
  config: Config
  database: Database
  clock: SharedClock
  masterKey: Buffer
  cardKeys: CardKeys
  receiptKeys: ReceiptKeys
  /** Null where nobody is reminded. */
  pushKey: PushKey | null
  acquirers: Acquirers
  publicUrl: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  pollsJobs?: boolean
}

export type Deps = ReturnType<typeof buildDeps>

/** Starts the job runner, which `jobs.stop()` stops. */
export function buildDeps(parts: DepsInput) {
  const { config, database, clock, log } = parts
  const { db } = database
  const keys = deriveKeys(parts.masterKey)
  const stored = storedSettings(parts)
  const { offered, pageSettings, missing: missingSettings } = stored
  const basic = { db, clock, operatorTimeZone: stored.operatorTimeZone }
  const mailer = openMailer(config, { db, clock, log })
  const shared = { ...parts, ...stored, db, mailer, cardNumberKey: keys.cardNumber }
  const payment = { ...paymentDeps(shared), people: userDirectory, proofUrl: proofUrlOf(parts) }
  const account = accountDeps(shared)
  const receipt = { ...payment, ...basic, receiptKeys: parts.receiptKeys }
  const reminder = { ...payment, push: { key: parts.pushKey, hosts: config.pushHosts } }
  const reservation = { ...payment, ...reservationDeps(shared), gateKey: keys.gate }
  const equipment = equipmentDeps(shared, keys.gate)
  const { cardKeys, acquirers } = payment
  const card: CardDeps = { ...basic, cardKeys, acquirers, isCardReserved }
  const alert: AlertDeps = { ...payment, ...basic, certificates: certificatesOf(config) }
  const [closing, contest, dispute] = [{ ...payment, trailNames }, reservation, payment]
  const stays = stayDeps(payment, { ...basic, shopCodeKey: keys.shopCode })
  const driver = { account, payment, receipt, reminder, reservation, ...stays }
  const books = { alert, closing, contest, dispute }
  const works = bindJobs({ ...driver, ...books, card })
  const jobs = startJobs(db, works, { clock, pollMs: parts.pollsJobs === false ? null : 1_000, log })
  const human = humanCheckOf(config, keys, clock)
  return {
    config,
    database,
    clock,
    keys,
    human,
    callers: knownCallers({ db, clock, acquirers }),
    session: sessionDeps(shared, human, reservation.settings),
    vehicle: { ...basic, isVehicleReserved },
    parking: { ...basic, ...lotQueries, readTariffInForce, changeTariffTimeZone },
    card,
    ...driver,
    till: tillDeps(payment),
    reporting: { ...sharedReportingDeps(config), db, clock, acquirers, missingSettings },
    ...books,
    equipment,
    staff: { ...sharedStaffDeps(keys), ...basic, cardKeys, log },
    site: { ...basic, acquirers, retentionTables: tables, offered, usesDemoOperator: !config.production },
    jobs,
    pageSettings,
    /** Cached for up to two seconds. */
    captchaEnabled: cachedSettings(db, clock, async () => (await pageSettings()).captcha !== 'off'),
    log,
  }
}

function accountDeps(shared: Shared): AccountDeps {
  const { config, db, clock, mailer, publicUrl, pageSettings, operatorTimeZone, termsHash } = shared
  return {
    db,
    clock,
    mailer,
    publicUrl,
    termsHash,
    cepSource: cepSourceOf(config, clock),
    lotNames: readLotNames,
    operatorTimeZone,
    operatorName: async () => (await pageSettings()).operatorName,
    onSignIn: transferGuestPayments,
  }
}

function proofUrlOf(parts: DepsInput): BackOfficePaymentDeps['proofUrl'] {
  return (payment) => signedProofOf(parts, payment)?.url ?? null
}

async function hasDevice(db: Db): Promise<boolean> {
  return (await unrevokedKeyHashes(db)).length > 0
}

const sharedStaffDeps = ({ recoveryCode }: ReturnType<typeof deriveKeys>) => ({
  people: userDirectory,
  trails,
  trailNames,
  reservedStay,
  closingNumbers: closingNumbersByRow,
  exports,
  calls: Object.values(contracts),
  recoveryCodeKey: recoveryCode,
})

const sharedReportingDeps = (config: Config) => ({
  hasDevice,
  countOpenIssues,
  environmentWarnings: environmentWarnings(config),
})

async function countOpenIssues(db: Db, lots: VisibleLots) {
  return {
    disputes: await countOpenDisputes(db, lots),
    alerts: await countOpenAlerts(db, lots),
    contests: await countOpenContests(db, lots),
  }
}

function equipmentDeps({ config, db, clock, operatorTimeZone }: Shared, gateKey: Buffer): EquipmentDeps {
  const silenceLimit = async () => (await readAlertLimits(db)).device_silent_minutes
  return { db, clock, operatorTimeZone, timing: config.timing, gateKey, silenceLimit, ...lotQueries }
}

const tillDeps = ({ db, clock, operator }: Pick<TillDeps, 'db' | 'clock' | 'operator'>): TillDeps => ({
  db,
  clock,
  operator,
  reservedStay,
})

type OwnPartnerDeps = Pick<PartnerDeps, 'operatorTimeZone' | 'shopCodeKey'>

function stayDeps(payment: PaymentDeps & Pick<TicketDeps, 'people'>, own: OwnPartnerDeps) {
  const readSnapshot = createSnapshotReader(ticketReservationSql)
  const ticket: TicketDeps = { ...payment, readSnapshot, reservedStay }
  const partner: PartnerDeps = { ...payment, ...ticket, ...own }
  return { ticket, partner }
}

const lotQueries = { countReserved, lotsWithTariff }

function reservationDeps({ db, pageSettings }: Shared): Pick<ReservationDeps, 'settings' | 'contact'> {
  return {
    settings: async () => readReserveSettings(db, (await pageSettings()).reserveEnabled),
    contact: async () => {
      const page = await pageSettings()
      const { contactWhatsapp: whatsapp, contactPhone: phone, contactEmail: email } = page
      return { whatsapp, phone, email, hours: page.contactHours }
    },
  }
}

type Shared = DepsInput &
  ReturnType<typeof storedSettings> &
  Pick<PaymentDeps, 'db' | 'mailer' | 'cardNumberKey'>

function paymentDeps(shared: Shared): PaymentDeps {
  const { config, db, clock, mailer, log, pageSettings, ...parts } = shared
  return {
    db,
    clock,
    cardKeys: parts.cardKeys,
    receiptKid: parts.receiptKeys.all[0]?.kid ?? null,
    cardNumberKey: parts.cardNumberKey,
    acquirers: guardAcquirers(parts.acquirers, isTransactionOpen, config.timing.acquirerTimeoutMs),
    subject: combinePayables(createTicketPayable(clock), reservationPayable),
    methods: parts.methods,
    assertConfigured: parts.assertConfigured,
    termsHash: parts.termsHash,
    paymentSettings: parts.paymentSettings,
    mailer,
    log,
    publicUrl: parts.publicUrl,
    timing: config.timing,
    alertTo: async () => {
      const email = await readAlertEmail(db)
      return email === null ? listAdminEmails(db) : [email]
    },
    operator: cachedSettings(db, clock, async () => {
      const page = await pageSettings()
      return { name: page.operatorName, cnpj: page.operatorCnpj }
    }),
  }
}

function cepSourceOf({ cepUrl }: Config, clock: SharedClock): AccountDeps['cepSource'] {
  return cepUrl === null ? null : withCooldown(viaCepSource(cepUrl, cepTimeoutMs), clock)
}

function humanCheckOf(config: Config, keys: ReturnType<typeof deriveKeys>, clock: SharedClock): HumanCheck {
  if (config.captcha === 'off') return disabledHumanCheck
  if (config.captcha === 'altcha') return createAltchaCheck(keys.human, clock, config.altchaCost)
  const { secret, verifyUrl } = config.recaptcha
  return createRecaptchaCheck({ secret, verifyUrl, timeoutMs: 5_000 }, clock)
}

function sessionDeps(
  { config, database, db, clock, methods, pageSettings }: Shared,
  human: HumanCheck,
  settings: ReservationDeps['settings'],
): Omit<SessionDeps, 'cookies'> {
  return {
    db,
    clock,
    human,
    production: config.production,
    page: async () => {
      // 0 if no reservation can be made.
      const { terms } = reserveTermsOf(await settings())
      const { holdCents, retainedCents } = terms ?? { holdCents: 0, retainedCents: 0 }
      return { ...(await pageSettings()), reserveValueCents: holdCents, reserveMinCents: retainedCents }
    },
    methods,
    cancelUnpaid: (sessionHash, spare) => cancelWithoutAttempt({ db, clock }, sessionHash, spare),
    user: (userId) => describeUser(db, userId),
    notices: database.kind === 'embedded' ? ['Banco de dados de demonstração (embutido).'] : [],
  }
}
