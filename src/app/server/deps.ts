import type { FastifyBaseLogger } from 'fastify'
import type { Acquirer } from '#acquirer/acquirer.ts'
import { guarded } from '#acquirer/server/guarded.ts'
import { viaCepSource } from '#account/server/cepSource.ts'
import type { Clock } from '#kit/clock.ts'
import { isTransactionOpen } from '#kit/server/db/lease.ts'
import { type JobRunner, startJobs } from '#kit/server/jobs/runner.ts'
import { keptMailer, smtpMailer } from '#kit/server/mailer.ts'
import { deriveKeys, type Keys } from '#kit/server/secrets.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { lookAtNotification } from '#payment/server/flow/receiveNotification.ts'
import { giveBack } from '#payment/server/jobs/giveBack.ts'
import { sendReceipt } from '#payment/server/jobs/sendReceipt.ts'
import { altchaCheck, type HumanCheck, noCheck } from '#session/server/human.ts'
import { readPageSettings } from '#site/server/settings.ts'
import type { PageSettings } from '#site/pageSettings.ts'
import { ticketSubject } from '#ticket/server/subject.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'

/** Everything the routes and jobs need: a plain object, built once, no container. */
export type Deps = {
  config: Config
  database: Database
  clock: Clock
  keys: Keys
  human: HumanCheck
  payment: PaymentDeps
  jobs: JobRunner
  cepSource: ReturnType<typeof viaCepSource> | null
  pageSettings: () => Promise<PageSettings>
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

type Parts = {
  config: Config
  database: Database
  clock: Clock
  masterKey: Buffer
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
    })
  const payment: PaymentDeps = {
    db,
    clock,
    acquirer: guarded(parts.acquirer, isTransactionOpen, config.timing.acquirerTimeoutMs),
    subject: ticketSubject,
    mailer: config.smtpUrl === null ? keptMailer(db, clock) : smtpMailer(config.smtpUrl, config.mailFrom),
    log,
    kick: () => jobs.kick(),
    publicUrl: parts.publicUrl,
    timing: config.timing,
    operator: async () => {
      const page = await pageSettings()
      return { name: page.operatorName, cnpj: page.operatorCnpj }
    },
  }
  const handlers = {
    receipt: (payload: unknown) => sendReceipt(payment, payload),
    give_back: (payload: unknown) => giveBack(payment, payload),
    acquirer_event: (payload: unknown) => lookAtNotification(payment, payload),
  }
  const jobs = startJobs(db, handlers, { clock, pollMs: 1_000, log })
  const human = config.captcha === 'off' ? noCheck : altchaCheck(keys.human, clock)
  const cepSource = config.cepUrl === null ? null : viaCepSource(config.cepUrl, 3_000)
  return { config, database, clock, keys, human, payment, jobs, cepSource, pageSettings, log }
}
