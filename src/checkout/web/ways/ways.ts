import { createContext } from 'react'
import type { Ways } from '../../wayForward.ts'

/** Filled from the settings by the page's frame. */
export const WaysContext = createContext<Ways>({
  payMachine: true,
  payCashier: true,
  whatsapp: '',
  phone: '',
  hours: '',
})

/** Names of the offered methods, separated by blanks; from the settings, known before the session. */
export const MethodsContext = createContext('')
