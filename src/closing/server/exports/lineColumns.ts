import { lookUp } from '#kit/text/lookUp.ts'
import { brandDisplayName } from '#acquirer/brands.ts'
import { methods } from '#payment/method/method.ts'
import type { Column } from '#staff/server/exports/cells.ts'
import type { ClosingLine } from '../../document.ts'
import { counterMethodText, sectionText } from '../../sections.ts'

type ExportedLine = ClosingLine & {
  readonly lot: string
  readonly number: number
  readonly day: string
}

export const lineColumns: readonly Column<ExportedLine>[] = [
  { title: 'Estacionamento', kind: 'text', value: (line) => line.lot },
  { title: 'Nº', kind: 'number', value: (line) => line.number },
  { title: 'Dia', kind: 'day', value: (line) => line.day },
  { title: 'Seção', kind: 'text', value: (line) => sectionText(line.section, line.of_day) },
  { title: 'Forma', kind: 'text', value: methodText },
  { title: 'Bandeira', kind: 'text', value: (line) => line.brand && brandDisplayName(line.brand) },
  { title: 'Adquirente', kind: 'text', value: (line) => line.acquirer },
  { title: 'Quantidade', kind: 'number', value: (line) => line.count },
  { title: 'Valor', kind: 'money', value: (line) => line.amount_cents },
]

function methodText({ section, method }: ExportedLine): string | null {
  return method && (lookUp(methods, method)?.text ?? counterMethodText(section, method))
}
