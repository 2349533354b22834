import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import type { ReplyOf } from '#kit/endpoint.ts'
import { Icon } from '#kit/web/Icon.tsx'
import { levelNames } from '../../level.ts'
import { readLevels } from '../../levelsContract.ts'
import { StaffPage } from '../frame/StaffPage.tsx'
import css from './Levels.module.css'

const title = 'O que cada nível pode'

export default function LevelsPage() {
  return (
    <StaffPage title={title}>
      <Levels />
    </StaffPage>
  )
}

function Levels() {
  return (
    <LoadView load={useCall(readLevels)} failed="Não foi possível carregar os níveis">
      {({ data }) => (
        <>
          <p>
            Quem vê só alguns estacionamentos faz o mesmo, mas só com o que é deles. O que está marcado com *
            é de quem vê todos.
          </p>
          <Matrix rows={data} />
        </>
      )}
    </LoadView>
  )
}

type Row = ReplyOf<typeof readLevels>['data'][number]

const levels = [10, 2, 1] as const

/** On phones it scrolls in both directions by itself: its head and its first column stay. */
function Matrix({ rows }: { rows: readonly Row[] }) {
  const areas = [...new Set(rows.map(({ area }) => area))]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrows scroll what has the focus
    <div className={css.box} role="region" aria-label={title} tabIndex={0}>
      <table className={css.matrix}>
        <thead>
          <tr>
            <th scope="col">Ação</th>
            {levels.map((level) => (
              <th key={level} scope="col">
                {levelNames[level]}
              </th>
            ))}
          </tr>
        </thead>
        {areas.map((area) => (
          <tbody key={area}>
            <tr>
              <th scope="rowgroup" colSpan={levels.length + 1}>
                <span>{area}</span>
              </th>
            </tr>
            {rows
              .filter((row) => row.area === area)
              .map((row) => (
                <ActionRow key={row.action} {...row} />
              ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function ActionRow({ action, all_lots: all, level: highest }: Row) {
  return (
    <tr>
      <th scope="row">{all ? `${action} *` : action}</th>
      {levels.map((level) => (
        <td key={level}>
          {level <= highest ? (
            <Icon name="check" size={18} />
          ) : (
            <span className="soft" aria-hidden="true">
              –
            </span>
          )}
          <span className="visually-hidden">{level <= highest ? 'Sim' : 'Não'}</span>
        </td>
      ))}
    </tr>
  )
}
