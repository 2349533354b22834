import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type BankClient, createBankClient } from '../../../src/acquirer/server/pix/bank/bankClient.ts'
import { requiredScopes } from '../../../src/acquirer/server/pix/bank/banks.ts'
import type { PixSettings } from '#acquirer/server/pix/bank/banks.ts'
import { missingScopes } from './pixScopes.ts'
import { checkPixApi } from '#acquirer/server/pix/bacen.ts'
import { readWebhook, registerWebhook } from '../../../src/acquirer/server/pix/webhook.ts'
import { type Clock, dayMs, addMs } from '../../../src/kit/clock.ts'
import type { Config } from '../../../src/app/server/environment/environment.ts'
import { certificateProblem } from '../../../src/app/server/environment/pix.ts'
import { pixSettings, webhookAddress } from '../../../src/app/server/pix/pixBank.ts'
import { type Finding, problem, passed } from './finding.ts'

const renewMs = 30 * dayMs

/**
 * Checks certificate, token, API, scopes and webhook at the bank; registers the webhook unless `readOnly`. No
 * charge is created.
 */
export async function checkPix(
  config: Config,
  { readOnly, clock }: { readOnly: boolean; clock: Clock },
): Promise<Finding[]> {
  if (config.pix.provider !== 'bacen') return []
  const { certificate, usable } = checkCertificate(config, clock)
  if (!usable) return [certificate]
  const settings = pixSettings(config, null, clock)
  if (!settings) return [certificate]
  const bank = createBankClient(settings)
  const entrance = await checkToken(bank)
  if (!entrance.ok) return [certificate, entrance]
  const api = await checkApi(bank)
  if (!api.ok) return [certificate, entrance, api]
  return [certificate, entrance, api, await checkScopes(bank), await checkWebhook(bank, config, readOnly)]
}

/** An expiring certificate is reported but usable. */
function checkCertificate({ pix }: Config, clock: Clock): { certificate: Finding; usable: boolean } {
  const why = certificateProblem(pix)
  if (why !== null || pix.cert === null)
    return { certificate: problem('PIX_CERT', why ?? 'unset'), usable: false }
  const until = new Date(new X509Certificate(readFileSync(pix.cert)).validTo)
  const day = until.toISOString().slice(0, 10)
  const usable = until > clock.now()
  if (!usable)
    return {
      certificate: problem('PIX_CERT', `ended on ${day}: the bank lets nobody in with it; make a new one`),
      usable,
    }
  const endsSoon = until <= addMs(clock.now(), renewMs)
  const certificate = endsSoon
    ? problem('PIX_CERT', `ends on ${day}: make a new one at the bank now, and put it in its place`)
    : passed('PIX_CERT', `good until ${day}, and PIX_CERT_KEY is its key`)
  return { certificate, usable }
}

async function checkToken({ tokens, settings }: BankClient): Promise<Finding> {
  const token = await tokens.get(settings.timeoutMs)
  if (token.text !== null)
    return passed('PIX_TOKEN_URL', 'the bank gives a token to this client and certificate')
  const { answer } = token
  if (answer.status === null)
    return problem(
      'PIX_TOKEN_URL',
      `the bank does not answer (${answer.detail}): look at the address, at what this server may reach, whether the bank has registered this certificate, and whether its own has to be trusted (NODE_EXTRA_CA_CERTS)`,
    )
  if (answer.status === 404 || answer.status >= 500)
    return problem('PIX_TOKEN_URL', `answers ${answer.status}: look at the address`)
  return problem(
    'PIX_CLIENT_ID',
    `the bank gives no token (${answer.status}): look at PIX_CLIENT_ID, PIX_CLIENT_SECRET and PIX_BANK, and whether the certificate is this client's`,
  )
}

async function checkApi(bank: BankClient): Promise<Finding> {
  const doubt = await checkPixApi(bank)
  if (doubt === null) return passed('PIX_URL', 'lists charges, and knows what it does not have')
  return problem(
    'PIX_URL',
    `${doubt}: look at PIX_URL (what comes before /cob), PIX_BANK, and whether the client may read charges (cob.read)`,
  )
}

async function checkScopes(bank: BankClient): Promise<Finding> {
  const missing = await missingScopes(bank)
  if (missing.length === 0)
    return passed('scopes', `${requiredScopes.join(' ')}, as far as can be seen without writing`)
  return problem(
    'scopes',
    `the bank does not allow ${missing.join(', ')}: ask it to grant them to this client`,
  )
}

async function checkWebhook(bank: BankClient, config: Config, readOnly: boolean): Promise<Finding> {
  const ours = webhookAddress(config.publicUrl, bank.settings)
  const read = await readWebhook(bank)
  if ('why' in read)
    return problem('webhook', `the bank does not say which it has (${read.why}): look at PIX_KEY`)
  if (read.url === ours) return passed('webhook', `the bank tells ${config.publicUrl} of payments`)
  const there = read.url === null ? 'the bank has none' : `the bank tells ${hostOf(read.url, bank.settings)}`
  if (readOnly) return problem('webhook', `${there}: run it without --check, which registers ours`)
  const why = await registerWebhook(bank, ours)
  if (why === null)
    return passed(
      'webhook',
      `registered now; ${there === 'the bank has none' ? 'it had none' : there.replace('tells', 'told')}`,
    )
  return problem(
    'webhook',
    `the bank does not take ours (${why}): it tries PUBLIC_URL from outside when it is registered, so the portal has to be reachable there first; look at PIX_KEY, which has to be one of this account, at webhook.write, and at src/acquirer/server/pix/README.md for this bank`,
  )
}

function hostOf(url: string, { webhookSecret }: PixSettings): string {
  const address = URL.parse(url)?.host ?? 'another address'
  return url.includes('/webhooks/pix/') && !url.includes(webhookSecret)
    ? `${address} with another PIX_WEBHOOK_SECRET`
    : address
}
