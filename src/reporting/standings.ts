import type { Comparison } from './reconciliation.ts'

/** Differences first, as the list has them. */
export const standings: Readonly<Record<Comparison, string>> = {
  only_ledger: 'Só no Guichê',
  only_statement: 'Só no extrato',
  amount: 'Valores diferentes',
  match: 'Confere',
}
