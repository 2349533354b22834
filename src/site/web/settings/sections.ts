import type { ComponentType } from 'react'
import type { WireSettings } from '../../settingsContract.ts'
import { ColorFields } from './ColorFields.tsx'
import { FeeFields } from './FeeFields.tsx'
import type { SettingsForm } from './feeForm.ts'
import {
  ContactFields,
  ContestFields,
  OperatorFields,
  PageFields,
  PayingFields,
  ReserveFields,
} from './SettingsFields.tsx'

type Section = {
  readonly id: string
  readonly title: string
  /** Null for the logo, which is saved by itself. */
  readonly Fields: ComponentType<{ settings: WireSettings }> | null
}

/** In the order of the screen; the address names the `id`. */
export const sections = [
  { id: 'operator', title: 'Operador', Fields: OperatorFields },
  { id: 'contact', title: 'Contato', Fields: ContactFields },
  { id: 'methods', title: 'Formas de pagamento', Fields: PayingFields },
  { id: 'fees', title: 'Taxas das adquirentes', Fields: FeeFields },
  { id: 'contests', title: 'Reclamações', Fields: ContestFields },
  { id: 'reservations', title: 'Reservas', Fields: ReserveFields },
  { id: 'page', title: 'Página', Fields: PageFields },
  { id: 'colors', title: 'Cores', Fields: ColorFields },
  { id: 'logo', title: 'Logotipo', Fields: null },
] as const satisfies readonly Section[]

export type SectionId = (typeof sections)[number]['id']

export const sectionOf: Readonly<Record<keyof SettingsForm, SectionId>> = {
  operatorName: 'operator',
  operatorCnpj: 'operator',
  operatorShortName: 'operator',
  copyright: 'operator',
  buildVersion: 'operator',
  developerName: 'operator',
  developerUrl: 'operator',
  termsRevisedAt: 'operator',
  operatorTimeZone: 'operator',
  alertEmail: 'operator',
  contactEmail: 'contact',
  contactWhatsapp: 'contact',
  contactPhone: 'contact',
  contactHours: 'contact',
  payMachine: 'contact',
  payCashier: 'contact',
  payCredit: 'methods',
  payDebit: 'methods',
  payPix: 'methods',
  pixFirst: 'methods',
  acceptsAttempted: 'methods',
  creditAuthentication: 'methods',
  creditAuthenticationFrom: 'methods',
  fees: 'fees',
  contestDays: 'contests',
  contestAnswerDays: 'contests',
  contestAuto: 'contests',
  reserveEnabled: 'reservations',
  reserveValue: 'reservations',
  reserveMin: 'reservations',
  reserveHoldMinutes: 'reservations',
  reserveArriveHours: 'reservations',
  captchaEnabled: 'page',
  warningsEnabled: 'page',
  analyticsEnabled: 'page',
  analyticsScriptUrl: 'page',
  analyticsChecked: 'page',
  signColor: 'colors',
  goColor: 'colors',
}
