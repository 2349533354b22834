export const staffFailures = {
  second_factor_missing: 'Cadastre primeiro o aplicativo autenticador.',
  second_factor_enrolled: 'Já existe um aplicativo autenticador. Peça a um administrador para trocá-lo.',
  period_required: 'Escolha o período (até 400 dias).',
  too_many_rows: 'São linhas demais para uma planilha. Escolha um período menor.',
  export_busy: 'Já há uma exportação em andamento. Tente de novo em instantes.',
} as const
