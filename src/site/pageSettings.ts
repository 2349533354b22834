import type * as z from 'zod/mini'
import type { pageSettings } from './pageSettingsSchema.ts'

export type PageSettings = z.output<typeof pageSettings>

/** The operator's fields are empty until they are saved (docs/spec.md#r36). */
export const blankOperator = {
  operatorName: '',
  operatorCnpj: '',
  copyright: '',
  developerName: '',
  developerUrl: '',
  contactEmail: '',
  contactWhatsapp: '',
  contactPhone: '',
} as const satisfies Partial<PageSettings>

/** A page whose settings block cannot be read has these too. */
export const defaultPageSettings: PageSettings = {
  operatorName: 'Guichê Estacionamentos',
  operatorCnpj: '11222333000181',
  copyright: '© 2026 Guichê Estacionamentos.',
  buildVersion: '0.2.0',
  developerName: 'Guichê',
  developerUrl: 'https://guiche.example',
  reserveEnabled: false,
  methods: '',
  captcha: 'altcha',
  recaptchaSiteKey: null,
  analyticsEnabled: false,
  analyticsScriptUrl: null,
  analyticsChecked: true,
  warningsEnabled: false,
  termsRevisedAt: '2021-04-14',
  contactEmail: 'atendimento@guiche.example',
  contactWhatsapp: '5541999990000',
  contactPhone: '4133330000',
  contactHours: '',
  payMachine: true,
  payCashier: true,
  logoUrl: null,
  signColor: null,
  goColor: null,
  demo: false,
}
