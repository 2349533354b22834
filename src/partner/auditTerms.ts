import type { AuditTexts } from '#kit/auditTerms.ts'
import { partnerStates } from './states.ts'

declare module '#kit/auditTerms.ts' {
  interface AuditSubjects {
    partner: typeof partnerTrail
  }
}

export const partnerTrail = {
  name: 'Parceiro',
  actions: {
    deleted: 'Exclusão',
    person_added: 'Pessoa com acesso',
    person_removed: 'Acesso retirado',
    person_invited: 'Convite enviado',
    invitation_removed: 'Convite retirado',
    codes_made: 'Códigos impressos',
  },
  fields: {
    cnpj: 'CNPJ',
    email: 'E-mail',
    lots: 'Estacionamentos',
    active: {
      name: 'Situação',
      words: { true: partnerStates.active.text, false: partnerStates.inactive.text },
    },
    month_count: 'Convênios por mês',
    month_value_cents: 'Valor por mês',
    share: 'Parte da loja (%)',
    benefits: 'Benefícios',
    person: 'Pessoa',
    benefit: 'Benefício',
    count: 'Quantidade',
    valid_until: { name: 'Válidos até', as: 'instant' },
  },
} as const satisfies AuditTexts
