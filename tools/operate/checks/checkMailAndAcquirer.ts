import { checkCieloSettings } from './checkCieloSettings.ts'
import { smtpMailer } from '../../../src/kit/server/mail/mailer.ts'
import type { Config } from '../../../src/app/server/environment/environment.ts'
import { missingCieloAddress } from '../../../src/app/server/environment/cieloProblems.ts'
import { cieloSettingsOf } from '../../../src/app/server/start.ts'
import { type Finding, problem, reasonOf, passed } from './finding.ts'

/** Checks the login at the mail server without sending. */
export async function checkMail({ smtpUrl, mailFrom }: Config): Promise<Finding[]> {
  if (smtpUrl === null) return []
  try {
    await smtpMailer(smtpUrl, mailFrom, { warn: () => {} }).check()
    return [passed('SMTP_URL', `the mail server takes mails from ${mailFrom}`)]
  } catch (error) {
    return [problem('SMTP_URL', `the mail server does not take mails: ${reasonOf(error)}`)]
  }
}

/** Checks the merchant at both hosts of the acquirer, without a payment. */
export async function checkAcquirer(config: Config): Promise<Finding[]> {
  const { acquirer, acquirerUrl, cielo } = config
  if (acquirer !== 'cielo' || cielo.merchantId === null || cielo.merchantKey === null) return []
  if (acquirerUrl === null || cielo.queryUrl === null)
    return [problem('acquirer', missingCieloAddress(config) ?? 'set ACQUIRER_URL and CIELO_QUERY_URL')]
  const wrong = await checkCieloSettings(
    cieloSettingsOf(config, { url: acquirerUrl, queryUrl: cielo.queryUrl }),
  )
  if (wrong.length === 0) return [passed('acquirer', 'both hosts answer, and take the merchant and its key')]
  return wrong.map(({ setting, todo }) => problem(setting, todo))
}
