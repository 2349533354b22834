import type { Column } from '#kit/web/list/Table.tsx'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'

export const lotColumn: Column<{ lot: string | null }> = {
  title: 'Estacionamento',
  cell: ({ lot }) => lot ?? '—',
  wideOnly: true,
}

type Dated<Name extends string> = Readonly<Record<Name, string | null>> & { readonly time_zone?: string }

export function timeColumn<const Name extends string>(title: string, name: Name): Column<Dated<Name>> {
  return {
    title,
    cell: (row) => {
      const at: string | null = row[name]
      return at === null ? '—' : dateTimeText(at, row.time_zone)
    },
  }
}
