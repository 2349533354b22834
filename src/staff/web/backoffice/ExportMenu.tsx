import { fillPath } from '#kit/endpoint.ts'
import { MenuButton } from '#kit/web/dialog/MenuButton.tsx'
import { useRoute } from '#kit/web/route/routes.ts'
import { exportFormats, exportList } from '../../contract.ts'

const formatNames = { csv: 'CSV', xlsx: 'Excel' } as const

type ExportedList = {
  list: string
  label?: string
  /** Filters that are not in the address. */
  query?: Readonly<Record<string, string | undefined>>
}

/** The files of a screen's lists, each with the rows that the filters leave. */
export function ExportMenu({ lists }: { lists: readonly ExportedList[] }) {
  return (
    <MenuButton label="Exportar" icon="share">
      {lists.map((exported) => (
        <FormatLinks key={exported.list} {...exported} />
      ))}
      {/* A spreadsheet drops those of a CSV's cells. */}
      <li>
        <span>
          As linhas que os filtros deixam, as mais novas primeiro. Excel guarda os zeros à esquerda.
        </span>
      </li>
    </MenuButton>
  )
}

function FormatLinks({ list, label = 'Exportar', query = {} }: ExportedList) {
  const filters = Object.entries({ ...useRoute().query, page: undefined, ...query })
  const search = new URLSearchParams(filters.flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return exportFormats.map((format) => (
    <li key={format}>
      <a
        href={`${fillPath(exportList.path, { list, format })}?${search.toString()}`}
        aria-label={`${label}: ${formatNames[format]}`}
      >
        {label === 'Exportar' ? formatNames[format] : `${label}: ${formatNames[format]}`}
      </a>
    </li>
  ))
}
