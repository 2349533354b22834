import { formatDay } from '#kit/calendar.ts'
import { machineMethods, toMachineMethod } from '#reporting/machineMethods.ts'
import { tillMethods, toTillMethod } from '#reporting/tillMethods.ts'
import { lookUp, keysOf } from '#kit/text/lookUp.ts'

/** docs/back-office.md#fechamentos; the total counts sections `inTotal`. */
const sections = {
  portal: { text: 'Portal', inTotal: true },
  refund: { text: 'Devoluções', inTotal: true },
  machine: { text: 'Máquinas', inTotal: true },
  till: { text: 'Balcão', inTotal: true },
  late: { text: 'Atrasados', inTotal: true },
  adjustment: { text: 'Ajustes', inTotal: true },
  waiver: { text: 'Isenções', inTotal: false },
  validation: { text: 'Convênios', inTotal: false },
  dispute: { text: 'Contestações', inTotal: false },
  till_difference: { text: 'Diferença de caixa', inTotal: false },
} as const satisfies Readonly<Record<string, { text: string; inTotal: boolean }>>

export type ClosingSection = keyof typeof sections

/** 'Atrasados de 26/11/2026' */
export function sectionText(section: ClosingSection, ofDay: string | null): string {
  return `${sections[section].text}${ofDay === null ? '' : ` de ${formatDay(ofDay)}`}`
}

/** 'Balcão, dinheiro' of a till's line, else a machine's method. */
export function counterMethodText(section: ClosingSection, method: string): string {
  if (section === 'till') return tillMethods[toTillMethod(method)].text
  return lookUp(tillMethods, method)?.text ?? machineMethods[toMachineMethod(method)].text
}

export const sectionNames = keysOf(sections)

/** Whether a stored word is a section of this release. */
export function isClosingSection(text: string): text is ClosingSection {
  return lookUp(sections, text) !== undefined
}
