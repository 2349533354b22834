import type { Config } from './environment.ts'
import { findBrokenRules } from './rules.ts'

type Risky = Pick<
  Config,
  'production' | 'captcha' | 'rateLimitPerMinute' | 'acquirer' | 'acquirerUrl' | 'cielo'
>

/** What production starts with, but should not keep: told at the start and on the Painel, in Portuguese. */
export function environmentWarnings({ production, ...config }: Risky): string[] {
  if (!production) return []
  const { queryUrl, threeDs } = config.cielo
  const addresses = config.acquirer === 'cielo' ? [config.acquirerUrl, queryUrl, threeDs?.url ?? null] : []
  return findBrokenRules([
    [config.captcha === 'off', 'CAPTCHA=off: a verificação contra robôs está desligada.'],
    [config.rateLimitPerMinute === 0, 'RATE_LIMIT_PER_MINUTE=0: o limite de pedidos está desligado.'],
    [
      addresses.some(isSandbox),
      'O endereço da Cielo é o de testes (sandbox): nenhum pagamento com cartão é de verdade.',
    ],
  ])
}

function isSandbox(address: string | null): boolean {
  return /sandbox/i.test(URL.parse(address ?? '')?.hostname ?? '')
}
