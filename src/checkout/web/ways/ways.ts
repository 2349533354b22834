import { createContext } from 'react'
import type { Ways } from '../../wayForward.ts'

export const WaysContext = createContext<Ways>({
  payMachine: true,
  payCashier: true,
  whatsapp: '',
  phone: '',
  hours: '',
})

export const MethodsContext = createContext('')
