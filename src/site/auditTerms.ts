import type { FieldTexts, AuditTexts } from '#kit/auditTerms.ts'
import { timeZoneTexts } from '#parking/timeZones.ts'
import { methodsBySetting } from '#payment/method/method.ts'
import { creditAuthenticationTexts } from './payingSettings.ts'
import type { SettingsEntry } from './settingsContract.ts'

declare module '#kit/auditTerms.ts' {
  interface AuditSubjects {
    setting: typeof settingTrail
  }
}

export const settingTrail = {
  name: 'Configurações',
  actions: { logo_changed: 'Logotipo trocado', logo_removed: 'Logotipo removido' },
  fields: {
    operatorName: 'Nome do operador',
    operatorShortName: 'Nome curto',
    operatorCnpj: 'CNPJ',
    operatorTimeZone: { name: 'Fuso horário', words: timeZoneTexts },
    copyright: 'Direitos autorais',
    buildVersion: 'Versão',
    developerName: 'Desenvolvedor',
    developerUrl: 'Endereço do desenvolvedor',
    alertEmail: 'E-mail para avisos',
    contactEmail: 'E-mail de contato',
    contactWhatsapp: 'WhatsApp',
    contactPhone: 'Telefone',
    contactHours: 'Horário de atendimento',
    payMachine: 'Máquina de pagamento',
    payCashier: 'Caixa',
    ...methodsBySetting(({ inSentence }) => `Pagamento por ${inSentence}`),
    pixFirst: 'Pix em primeiro lugar',
    acceptsAttempted: 'Débito com autenticação só tentada',
    creditAuthentication: { name: 'Autenticação do crédito', words: creditAuthenticationTexts },
    creditAuthenticationFrom: 'Autenticação do crédito a partir de (R$)',
    fees: 'Taxas das adquirentes',
    contestDays: 'Prazo para reclamar (dias)',
    contestAnswerDays: 'Prazo para responder reclamações (dias)',
    contestAuto: 'Devolvido por regra até (R$)',
    reserveEnabled: 'Reservas',
    reserveValue: 'Pré-autorização (R$)',
    reserveMin: 'Retido no cancelamento (R$)',
    reserveHoldMinutes: 'Prazo para pagar a reserva (min)',
    reserveArriveHours: 'Prazo para chegar (h)',
    captchaEnabled: 'Verificação de segurança',
    analyticsEnabled: 'Dados de navegação',
    analyticsScriptUrl: 'Script de navegação',
    termsRevisedAt: 'Última revisão dos termos',
    analyticsChecked: 'Consentimento já marcado',
    warningsEnabled: 'Avisos do servidor',
    signColor: 'Cor das ações',
    goColor: 'Cor de pago',
  } satisfies Readonly<Record<keyof SettingsEntry, FieldTexts>>,
} as const satisfies AuditTexts
