import { createContext } from 'react'
import type { HelpOptions } from '../../wayForward.ts'

export const HelpOptionsContext = createContext<HelpOptions>({
  payMachine: true,
  payCashier: true,
  whatsapp: '',
  phone: '',
  hours: '',
})

export const PayMethodsContext = createContext('')
