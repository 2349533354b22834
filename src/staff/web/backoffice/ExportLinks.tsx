import { fillPath } from '#kit/endpoint.ts'
import { buttonClass } from '#kit/web/Button.tsx'
import { useRoute } from '#kit/web/route/routes.ts'
import { exportFormats, exportList } from '../../contract.ts'
import css from './ExportLinks.module.css'

const formatNames = { csv: 'CSV', xlsx: 'Excel' } as const

type Props = {
  list: string
  label?: string
  /** Filters that are not in the address. */
  query?: Readonly<Record<string, string | undefined>>
}

export function ExportLinks({ list, label = 'Exportar', query = {} }: Props) {
  const filters = Object.entries({ ...useRoute().query, page: undefined, ...query })
  const search = new URLSearchParams(filters.flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return (
    <div className={css.exports}>
      <span>{label}</span>
      <div>
        {exportFormats.map((format) => (
          <a
            key={format}
            className={buttonClass('plain')}
            href={`${fillPath(exportList.path, { list, format })}?${search.toString()}`}
            aria-label={`${label}: ${formatNames[format]}`}
          >
            {formatNames[format]}
          </a>
        ))}
      </div>
    </div>
  )
}
