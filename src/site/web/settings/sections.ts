import type { ComponentType } from 'react'
import type { WireSettings } from '../../settingsContract.ts'
import { ColorFields } from './ColorFields.tsx'
import { FeeFields } from './FeeFields.tsx'
import type { SettingsForm } from './feeForm.ts'
import type { SectionId } from '../backoffice/sectionNames.ts'
import {
  ContactFields,
  ContestFields,
  OperatorFields,
  PageFields,
  PayingFields,
  ReserveFields,
} from './SettingsFields.tsx'

type Fields = ComponentType<{ settings: WireSettings }>

/** Null for the logo, which is saved by itself. */
export const sectionFields: Readonly<Record<SectionId, Fields | null>> = {
  operator: OperatorFields,
  contact: ContactFields,
  methods: PayingFields,
  fees: FeeFields,
  contests: ContestFields,
  reservations: ReserveFields,
  page: PageFields,
  colors: ColorFields,
  logo: null,
}

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
