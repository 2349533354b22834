export const sessionFailures = {
  session_changed: 'Sessão expirada.',
  human_invalid: 'Não foi possível confirmar a verificação de segurança. Tente novamente.',
} as const

declare module '#kit/fail.ts' {
  interface FailNames {
    session: keyof typeof sessionFailures
  }
}
