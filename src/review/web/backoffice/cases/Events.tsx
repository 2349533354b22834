import { Panel } from '#kit/web/page/Page.tsx'
import { dateTimeText } from '#kit/web/time/instants.ts'
import css from '#staff/web/backoffice/Ops.module.css'
import type { BackOfficeTransaction } from '../../../backoffice.ts'
import { caseRow } from '#payment/cases.ts'

export function Events({ entity }: { entity: BackOfficeTransaction }) {
  if (entity.events.length === 0) return null
  return (
    <Panel title="Avisos da adquirente">
      <ol className={css.entries}>
        {entity.events.map(({ kind, amount, number, text, at }, place) => (
          // Events are never reordered.
          <li key={place}>
            <div className={css.head}>
              <strong>{`${caseRow(kind).text}: R$\u00a0${amount.valueHuman}`}</strong>
            </div>
            <p className={css.soft}>
              {number !== null && `Caso ${number}, `}
              {dateTimeText(at, entity.time_zone)}
            </p>
            {text !== null && <p className={css.reason}>“{text}”</p>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
