import { checkThreeDsSettings } from './checkThreeDsSettings.ts'
import type { Config } from '../../../src/app/server/environment/environment.ts'
import { type Finding, problem, passed } from './finding.ts'

/** Checks access to the 3DS service and its script, without a payment. */
export async function checkAuthentication(config: Config): Promise<Finding[]> {
  if (config.acquirer !== 'cielo') return []
  const { threeDs } = config.cielo
  if (!threeDs)
    return [passed('CIELO_3DS_URL', 'is not set: debit is not offered; for debit set all of CIELO_3DS_*')]
  const wrong = await checkThreeDsSettings({ ...threeDs, timeoutMs: config.timing.acquirerTimeoutMs })
  const apart = isOfSandbox(threeDs.url) !== isOfSandbox(config.acquirerUrl ?? '') && isOfCielo(config)
  const found = [
    ...(apart ? [problem('CIELO_3DS_URL', mixed)] : []),
    ...wrong.map(({ setting, todo }) => problem(setting, `${todo}; until then no debit can be paid`)),
  ]
  if (found.length > 0) return found
  return [passed('CIELO_3DS_URL', 'the 3DS service takes the merchant, and its script may run')]
}

const mixed =
  'is of another environment than ACQUIRER_URL: set both to addresses of the sandbox, or both to those of production'

const isOfSandbox = (url: string) => url.includes('sandbox')

/** Environments are known for Cielo's own hosts only. */
function isOfCielo({ acquirerUrl, cielo }: Config): boolean {
  const hosts = [acquirerUrl, cielo.threeDs?.url].map((url) => (url ? new URL(url).hostname : ''))
  return hosts.every((host) => /\.(cielo|braspag)\.com\.br$/.test(host))
}
