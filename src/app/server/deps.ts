import type { FastifyBaseLogger } from 'fastify'
import type { Acquirer } from '#acquirer/acquirer.ts'
import { guarded } from '#acquirer/server/guarded.ts'
import { viaCepSource } from '#account/server/cepSource.ts'
import type { AccountDeps } from '#account/server/deps.ts'
import type { CardKeys } from '#card/server/keys.ts'
import type { EquipmentDeps } from '#equipment/server/deps.ts'
import type { Clock } from '#kit/clock.ts'
import { isTransactionOpen } from '#kit/server/db/lease.ts'
import { type JobRunner, startJobs } from '#kit/server/jobs/runner.ts'
import { remembered } from '#kit/server/remembered.ts'
import { keptMailer, smtpMailer } from '#kit/server/mailer.ts'
import { deriveKeys, type Keys } from '#kit/server/secrets.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { adoptPayments } from '#payment/server/flow/mine/owner.ts'
import type { ReservationDeps } from '#reservation/server/deps.ts'
import { countReserved } from '#reservation/server/flow/listReservations.ts'
import { subjects } from '#reservation/server/subjects.ts'
import { readReserveSettings } from '#reservation/server/flow/readSettings.ts'
import { reservationSubject } from '#reservation/server/subject.ts'
import { altchaCheck, type HumanCheck, noCheck } from '#session/server/human.ts'
import { recaptchaCheck } from '#session/server/recaptcha.ts'
import { readPageSettings } from '#site/server/settings/readPageSettings.ts'
import type { PageSettings } from '#site/pageSettings.ts'
import type { StaffDeps } from '#staff/server/deps.ts'
import { ticketSubject } from '#ticket/server/subject.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import { allWorks } from './upkeep/jobs.ts'

/** Everything the routes and jobs need: a plain object, built once, no container. */
export type Deps = {
  config: Config
  database: Database
  clock: Clock
  keys: Keys
  human: HumanCheck
  account: AccountDeps
  payment: PaymentDeps
  reservation: ReservationDeps
  equipment: EquipmentDeps
  staff: StaffDeps
  jobs: JobRunner
  cepSource: ReturnType<typeof viaCepSource> | null
  pageSettings: () => Promise<PageSettings>
  /** Whether the settings ask for the human check; a change is seen within two seconds. */
  captchaEnabled: () => Promise<boolean>
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

type Parts = {
  config: Config
  database: Database
  clock: Clock
  masterKey: Buffer
  cardKeys: CardKeys
  acquirer: Acquirer
  publicUrl: string
  log: Deps['log']
}

/** Wires the nouns together. The job runner starts here and is stopped by `jobs.stop()`. */
export function buildDeps(parts: Parts): Deps {
  const { config, database, clock, log } = parts
  const { db } = database
  const keys = deriveKeys(parts.masterKey)
  const pageSettings = () =>
    readPageSettings(db, {
      captcha: config.captcha,
      demo: config.demo,
      cepLookup: config.cepUrl !== null,
      recaptchaSiteKey: config.recaptcha.siteKey,
    })
  const mailer = config.smtpUrl === null ? keptMailer(db, clock) : smtpMailer(config.smtpUrl, config.mailFrom)
  const kick = () => jobs.kick()
  const reserveSettings = async () => readReserveSettings(db, (await pageSettings()).reserveEnabled)
  const shared = { ...parts, db, mailer, kick, pageSettings }
  const payment = paymentDeps(shared)
  const account = accountDeps(shared)
  const reservation: ReservationDeps = { ...payment, settings: reserveSettings, gateKey: keys.gate }
  const equipment: EquipmentDeps = {
    db,
    clock,
    timing: config.timing,
    gateKey: keys.gate,
    countReserved,
    kick,
  }
  const jobs = startJobs(db, allWorks({ account, payment }), { clock, pollMs: 1_000, log })
  const human = humanCheckOf(config, keys, clock)
  const cepSource = config.cepUrl === null ? null : viaCepSource(config.cepUrl, 3_000)
  return {
    config,
    database,
    clock,
    keys,
    human,
    account,
    payment,
    reservation,
    equipment,
    staff: { db, clock, cardKeys: parts.cardKeys },
    jobs,
    cepSource,
    pageSettings,
    captchaEnabled: remembered(clock, 2_000, async () => (await pageSettings()).captcha !== 'off'),
    log,
  }
}

type Shared = Parts & Pick<Deps, 'pageSettings'> & Pick<PaymentDeps, 'db' | 'mailer' | 'kick'>

function paymentDeps(shared: Shared): PaymentDeps {
  const { config, db, clock, mailer, log, kick, pageSettings, ...parts } = shared
  return {
    db,
    clock,
    cardKeys: parts.cardKeys,
    acquirer: guarded(parts.acquirer, isTransactionOpen, config.timing.acquirerTimeoutMs),
    subject: subjects(ticketSubject, reservationSubject),
    mailer,
    log,
    kick,
    publicUrl: parts.publicUrl,
    timing: config.timing,
    operator: async () => {
      const page = await pageSettings()
      return { name: page.operatorName, cnpj: page.operatorCnpj }
    },
  }
}

function accountDeps({ db, clock, mailer, kick, publicUrl, pageSettings }: Shared): AccountDeps {
  const operatorName = async () => (await pageSettings()).operatorName
  return { db, clock, mailer, kick, publicUrl, operatorName, onSignIn: adoptPayments }
}

function humanCheckOf(config: Config, keys: Keys, clock: Clock): HumanCheck {
  if (config.captcha === 'off') return noCheck
  if (config.captcha === 'altcha') return altchaCheck(keys.human, clock, config.altchaCost)
  const { secret, verifyUrl } = config.recaptcha
  return recaptchaCheck({ secret, verifyUrl, timeoutMs: 5_000 }, clock)
}
