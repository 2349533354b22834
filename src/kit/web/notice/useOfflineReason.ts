import { useOnline } from './connection.ts'

/** For `<Button disabledReason=...>`. */
export function useOfflineReason(): string | undefined {
  return useOnline() ? undefined : 'Sem conexão com a internet. Assim que ela voltar, você pode continuar.'
}
