import type { Comparison } from './reconciliation.ts'

/** What each standing of a statement's line means, for the operator; differences first, as the list has them. */
export const standings: Readonly<Record<Comparison, string>> = {
  only_ledger: 'Só no Guichê',
  only_statement: 'Só no extrato',
  amount: 'Valores diferentes',
  match: 'Confere',
}
