import { dayText } from '#kit/calendar.ts'
import { lookUp, namesIn } from '#kit/text/lookUp.ts'

/** docs/back-office.md#fechamentos; `inTotal`: the total counts it. */
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

export type Section = keyof typeof sections

/** 'Atrasados de 26/11/2026' */
export function sectionText(section: Section, ofDay: string | null): string {
  return `${sections[section].text}${ofDay === null ? '' : ` de ${dayText(ofDay)}`}`
}

export const sectionNames = namesIn(sections)

/** Whether a stored word is a section of this release. */
export function isSection(text: string): text is Section {
  return lookUp(sections, text) !== undefined
}
