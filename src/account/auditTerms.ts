import type { AuditTexts } from '#kit/auditTerms.ts'

declare module '#kit/auditTerms.ts' {
  interface AuditSubjects {
    account: typeof accountTrail
  }
}

export const accountTrail = {
  name: 'Pessoa',
  actions: {
    staff_created: 'Acesso criado e convite enviado',
    admin_created: 'Primeiro administrador criado',
    invited: 'Convite enviado de novo',
    level_changed: 'Nível alterado',
    lots_changed: 'Estacionamentos alterados',
    second_factor_enrolled: 'Autenticador cadastrado',
    recovery_code_used: 'Código de recuperação usado',
    second_factor_reset: 'Autenticador removido',
    signed_in: 'Entrou na conta',
    code_refused: 'Código recusado',
    email_changed: 'E-mail alterado',
    password_changed: 'Senha alterada',
    logins_ended: 'Acessos encerrados',
    erased: 'Conta excluída',
  },
  fields: {
    lots: 'Estacionamentos',
    fiscal_records: 'Registros fiscais mantidos',
    address: 'Endereço de rede',
  },
} as const satisfies AuditTexts
