export const sessionFailures = {
  session_changed: 'Sessão expirada.',
  human_invalid: 'Não foi possível confirmar a verificação de segurança. Tente novamente.',
} as const
