import { createContext, useContext } from 'react'
import { fits } from '#kit/web/state/fits.ts'
import { defaultPageSettings, type PageSettings } from '../pageSettings.ts'

export const SettingsContext = createContext<PageSettings>(defaultPageSettings)

export function useSettings(): PageSettings {
  return useContext(SettingsContext)
}

const kinds = {
  operatorName: 'string',
  operatorCnpj: 'string',
  copyright: 'string',
  buildVersion: 'string',
  developerName: 'string',
  developerUrl: 'string',
  reserveEnabled: 'boolean',
  methods: 'string',
  captcha: 'string',
  analyticsEnabled: 'boolean',
  analyticsScriptUrl: 'string or null',
  analyticsChecked: 'boolean',
  warningsEnabled: 'boolean',
  termsRevisedAt: 'string',
  contactEmail: 'string',
  contactWhatsapp: 'string',
  contactPhone: 'string',
  contactHours: 'string',
  payMachine: 'boolean',
  payCashier: 'boolean',
  recaptchaSiteKey: 'string or null',
  logoUrl: 'string or null',
  signColor: 'string or null',
  goColor: 'string or null',
  demo: 'boolean',
} as const satisfies Record<keyof PageSettings, string>

const captchas: readonly PageSettings['captcha'][] = ['altcha', 'recaptcha', 'off']

/** An unreadable block yields the defaults. */
export function readSettings(): PageSettings {
  try {
    const sent: unknown = JSON.parse(document.getElementById('page-settings')?.textContent ?? '')
    const block = { ...defaultPageSettings, ...(typeof sent === 'object' ? sent : null) }
    if (!fits(block, kinds)) return defaultPageSettings
    const captcha = captchas.find((known) => known === block.captcha) ?? defaultPageSettings.captcha
    return { ...block, captcha }
  } catch {
    return defaultPageSettings
  }
}
