import { buttonClass } from '#kit/web/Button.tsx'
import { useRoute } from '#kit/web/route/routes.ts'
import { fillPath } from '#kit/endpoint.ts'
import { exportFormats, exportList } from '../../export.ts'
import css from './ExportLinks.module.css'

const formatNames = { csv: 'CSV', xlsx: 'Excel' } as const

/** 'Exportar': the list under the filters of the address as a CSV or Excel file. */
export function ExportLinks({ list }: { list: string }) {
  const { query: filters } = useRoute()
  const query = new URLSearchParams(
    Object.entries(filters).flatMap(([name, value]) => (value && name !== 'page' ? [[name, value]] : [])),
  )
  return (
    <div className={css.exports} role="group" aria-label="Exportar">
      <span aria-hidden="true">Exportar</span>
      {exportFormats.map((format) => (
        <a
          key={format}
          className={buttonClass('plain')}
          href={`${fillPath(exportList.path, { list, format })}?${query.toString()}`}
          aria-label={`Exportar ${formatNames[format]}`}
        >
          {formatNames[format]}
        </a>
      ))}
    </div>
  )
}
