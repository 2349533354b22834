import { createContext, useContext } from 'react'
import * as z from 'zod/mini'
import { defaultPageSettings, pageSettings } from '../pageSettings.ts'
import type { PageSettings } from '../pageSettings.ts'

/** The page settings, for everything drawn inside the app. */
export const SettingsContext = createContext<PageSettings>(defaultPageSettings)

/** `const { reserveEnabled } = useSettings()`. The same in the prerender and in the browser, so nothing shifts. */
export function useSettings(): PageSettings {
  return useContext(SettingsContext)
}

/** Reads the block that the server wrote into the page. An unreadable one means the defaults. */
export function readSettings(): PageSettings {
  try {
    const block: unknown = JSON.parse(document.getElementById('page-settings')?.textContent ?? '')
    const read = z.safeParse(pageSettings, block)
    return read.success ? read.data : defaultPageSettings
  } catch {
    return defaultPageSettings
  }
}
