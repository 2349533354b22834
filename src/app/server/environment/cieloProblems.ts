import type { Config } from './environment.ts'
import { findBrokenRules, isHttps } from './rules.ts'
import { isWeakSecret } from './weakSettings.ts'

type CieloConfig = Pick<Config, 'acquirer' | 'acquirerUrl' | 'cielo'>

function isMerchantId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

export function missingCieloAddress({ acquirer, acquirerUrl, cielo }: CieloConfig): string | null {
  if (acquirer !== 'cielo' || (acquirerUrl !== null && cielo.queryUrl !== null)) return null
  const name = acquirerUrl === null ? 'ACQUIRER_URL' : 'CIELO_QUERY_URL'
  return `ACQUIRER=cielo needs ${name}: set it to the address in src/acquirer/README.md, or ACQUIRER=simulator`
}

/** Sales and queries have separate hosts; the wrong one answers 404, as for 'no such sale'. */
function isOneHost(url: string | null, queryUrl: string | null): boolean {
  const [sales, queries] = [url, queryUrl].map((address) => URL.parse(address ?? '')?.host)
  return sales !== undefined && sales === queries
}

export function cieloProblems({ acquirer, acquirerUrl, cielo }: CieloConfig): string[] {
  return findBrokenRules([
    [cielo.merchantId === null || cielo.merchantKey === null, 'set CIELO_MERCHANT_ID and CIELO_MERCHANT_KEY'],
    [
      cielo.merchantId !== null && !isMerchantId(cielo.merchantId),
      'CIELO_MERCHANT_ID is no GUID: copy it from the site of Cielo, 36 characters with hyphens',
    ],
    [
      cielo.merchantKey !== null && !/^[a-z0-9]{40}$/i.test(cielo.merchantKey),
      'CIELO_MERCHANT_KEY has not 40 letters and digits: copy it whole from the site of Cielo',
    ],
    [cielo.notificationSecret === null, 'set CIELO_NOTIFICATION_SECRET'],
    [
      isWeakSecret(cielo.notificationSecret),
      'CIELO_NOTIFICATION_SECRET can be guessed: make one with openssl rand -hex 24',
    ],
    [acquirer === 'cielo' && !isHttps(acquirerUrl), 'set ACQUIRER_URL to an https address'],
    [acquirer === 'cielo' && !isHttps(cielo.queryUrl), 'set CIELO_QUERY_URL to an https address'],
    [cielo.threeDs !== null && !isHttps(cielo.threeDs.url), 'set CIELO_3DS_URL to an https address'],
    [
      acquirer === 'cielo' && isOneHost(acquirerUrl, cielo.queryUrl),
      'CIELO_QUERY_URL is the host of ACQUIRER_URL: set it to the host that answers queries (docs/operating.md)',
    ],
  ])
}
