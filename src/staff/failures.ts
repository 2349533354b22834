/** Refusals about staff, with their Portuguese texts. */
export const staffFailures = {
  second_factor_missing: 'Cadastre primeiro o aplicativo autenticador.',
  second_factor_enrolled: 'Já existe um aplicativo autenticador. Peça a um administrador para trocá-lo.',
} as const

declare module '#kit/fail.ts' {
  interface FailNames {
    staff: keyof typeof staffFailures
  }
}
