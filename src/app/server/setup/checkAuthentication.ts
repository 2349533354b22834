import type { AuthenticationRequest } from '#acquirer/authenticator.ts'
import { randomToken } from '#kit/server/secrets.ts'
import type { Config } from '../config.ts'
import { authenticatorIn } from '../start.ts'
import { type Finding, problem, well } from './finding.ts'

const trial: AuthenticationRequest = {
  orderKey: '',
  amountCents: 100,
  kind: 'debit',
  dataOnly: false,
  payer: { name: 'Cliente', taxId: '', email: null, phone: null, address: null },
  ip: '127.0.0.1',
  shopUrl: '',
}

/** Whether the 3DS service knows us: it is asked for the token of one page. No card is named, and no money moves. */
export async function checkAuthentication(config: Config): Promise<Finding[]> {
  if (config.acquirer !== 'cielo') return []
  const authenticator = authenticatorIn(config, '')
  if (!authenticator) return [well('CIELO_3DS_URL', 'is not set: debit is not offered')]
  const opened = await authenticator.open({
    ...trial,
    orderKey: `setup${randomToken()}`,
    shopUrl: config.publicUrl,
  })
  if (opened.outcome === 'opened') return [well('CIELO_3DS_URL', 'the 3DS service takes the merchant')]
  const todo =
    'look at CIELO_3DS_URL, CIELO_3DS_CLIENT_ID, CIELO_3DS_CLIENT_SECRET, CIELO_3DS_ESTABLISHMENT and CIELO_3DS_MCC'
  return [
    problem(
      'CIELO_3DS_URL',
      `the 3DS service gives no token (${opened.detail}), so no debit can be paid: ${todo}`,
    ),
  ]
}
