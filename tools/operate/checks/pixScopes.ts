import { randomBytes } from 'node:crypto'
import { minuteMs, addMs } from '../../../src/kit/clock.ts'
import type { BankClient, BankCall } from '../../../src/acquirer/server/pix/bank/bankClient.ts'

/** Calls that change nothing; `webhook.write` shows only at the webhook's registration. */
export async function missingScopes(bank: BankClient): Promise<string[]> {
  const now = bank.settings.clock.now()
  const query = { inicio: addMs(now, -minuteMs).toISOString(), fim: now.toISOString() }
  const nobodys = randomBytes(16).toString('hex')
  const probes: readonly [scope: string, BankCall][] = [
    ['cob.read', { method: 'GET', resource: 'cob', path: '', query }],
    [
      'cob.write',
      {
        method: 'PATCH',
        resource: 'cob',
        path: `/${nobodys}`,
        body: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
      },
    ],
    ['pix.read', { method: 'GET', resource: 'pix', path: '', query }],
    [
      'pix.write',
      {
        method: 'PUT',
        resource: 'pix',
        path: `/E${nobodys.slice(1)}/devolucao/setup`,
        body: { valor: '0.01' },
      },
    ],
    [
      'webhook.read',
      { method: 'GET', resource: 'webhook', path: `/${encodeURIComponent(bank.settings.key)}` },
    ],
  ]
  const missing: string[] = []
  for (const [scope, call] of probes) {
    const { status } = await bank.call(call)
    if (status === 401 || status === 403) missing.push(scope)
  }
  return missing
}
