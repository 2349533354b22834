import { Panel } from '#kit/web/page/Page.tsx'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import type { WireHistory } from '../../fields.ts'
import css from './Ops.module.css'

export function Timeline({ history, timeZone }: { history: readonly WireHistory[]; timeZone: string }) {
  return (
    <Panel title="Histórico">
      <ol className={css.timeline}>
        {history.map((entry, i) => (
          <li key={`${entry.at} ${i}`}>
            <time dateTime={entry.at} translate="no">
              {dateTimeText(entry.at, timeZone)}
            </time>
            <p>
              <strong>{entry.text}</strong>
              {entry.amount && <span className={css.sum}>{`R$ ${entry.amount.valueHuman}`}</span>}
            </p>
            {entry.who !== null && <p className={css.soft}>{entry.who}</p>}
            {entry.reason !== null && <p className={css.reason}>{`“${entry.reason}”`}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
