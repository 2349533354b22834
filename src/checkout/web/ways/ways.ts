import { createContext } from 'react'
import type { Ways } from '../../wayForward.ts'

export const WaysContext = createContext<Ways>({
  payMachine: true,
  payCashier: true,
  whatsapp: '',
  phone: '',
  hours: '',
})

/** Names separated by blanks; known before the session. */
export const MethodsContext = createContext('')
