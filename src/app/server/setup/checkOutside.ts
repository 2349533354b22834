import { randomToken } from '#kit/server/secrets.ts'
import { smtpMailer } from '#kit/server/mailer.ts'
import type { Config } from '../config.ts'
import { acquirerOf } from '../start.ts'
import { type Finding, problem, reasonOf, well } from './finding.ts'

/** Whether the mail server lets us in. No mail is sent. */
export async function checkMail({ smtpUrl, mailFrom }: Config): Promise<Finding[]> {
  if (smtpUrl === null) return []
  try {
    await smtpMailer(smtpUrl, mailFrom).check()
    return [well('SMTP_URL', `the mail server takes mails from ${mailFrom}`)]
  } catch (error) {
    return [problem('SMTP_URL', `the mail server does not take mails: ${reasonOf(error)}`)]
  }
}

/** Whether the acquirer knows us: it is asked for a sale that nobody made. No money moves. */
export async function checkAcquirer(config: Config): Promise<Finding[]> {
  const { acquirer, acquirerUrl, cielo } = config
  if (acquirer !== 'cielo' || cielo.merchantId === null || cielo.merchantKey === null) return []
  if (acquirerUrl === null) return [problem('ACQUIRER_URL', 'set it and CIELO_QUERY_URL (docs/operating.md)')]
  const asked = acquirerOf(config, { url: acquirerUrl, queryUrl: cielo.queryUrl ?? acquirerUrl })
  const found = await asked.find(`setup-${randomToken()}`)
  if (found.outcome === 'not_found') return [well('acquirer', 'answers, and takes the merchant and its key')]
  const why = (await asked.check()) ?? (found.outcome === 'unknown' ? found.detail : found.outcome)
  const todo = 'look at ACQUIRER_URL, CIELO_QUERY_URL, CIELO_MERCHANT_ID and CIELO_MERCHANT_KEY'
  return [problem('acquirer', `does not answer as it should (${why}): ${todo}`)]
}
