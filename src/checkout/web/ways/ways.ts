import { createContext } from 'react'
import type { Ways } from '../../wayForward.ts'

/** The ways that are left beside the portal; the page's frame fills them in from the settings. */
export const WaysContext = createContext<Ways>({
  payMachine: true,
  payCashier: true,
  whatsapp: '',
  phone: '',
  hours: '',
})
