import { createContext, useContext } from 'react'
import { defaultPageSettings, type PageSettings } from '../pageSettings.ts'

export const SettingsContext = createContext<PageSettings>(defaultPageSettings)

export function useSettings(): PageSettings {
  return useContext(SettingsContext)
}

const captchaKinds: readonly PageSettings['captcha'][] = ['altcha', 'recaptcha', 'off']

/** An unreadable block yields the defaults. */
export function readSettings(): PageSettings {
  try {
    const sent: unknown = JSON.parse(document.getElementById('page-settings')?.textContent ?? '')
    const block = { ...defaultPageSettings, ...(typeof sent === 'object' ? sent : null) }
    if (!isReadable(block)) return defaultPageSettings
    const captcha = captchaKinds.find((known) => known === block.captcha) ?? defaultPageSettings.captcha
    return { ...block, captcha }
  } catch {
    return defaultPageSettings
  }
}

function isReadable(block: PageSettings): boolean {
  const sent = new Map<string, unknown>(Object.entries(block))
  return Object.entries(defaultPageSettings).every(([name, preset]) => {
    const value = sent.get(name)
    return preset === null ? value === null || typeof value === 'string' : typeof value === typeof preset
  })
}
