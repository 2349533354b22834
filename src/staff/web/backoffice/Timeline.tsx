import { formatReais } from '#kit/money.ts'
import { Panel } from '#kit/web/page/Page.tsx'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import type { WireHistory } from '../../fields.ts'
import css from './Ops.module.css'

type Props = {
  /** Oldest first. */
  history: readonly WireHistory[]
  timeZone?: string
}

/** What happened, the latest first. */
export function Timeline({ history, timeZone }: Props) {
  return (
    <div className={`${css.wide} stack loose`}>
      <Panel title="O que aconteceu">
        <ol className={`${css.timeline} stack`}>
          {[...history].reverse().map((entry, i) => (
            <li key={`${entry.at} ${i}`}>
              <time className="soft" dateTime={entry.at} translate="no">
                {dateTimeText(entry.at, timeZone)}
              </time>
              <p>
                <span>{entry.text}</span>
                {entry.amount && <span className={css.sum}>{formatReais(entry.amount.value)}</span>}
                {entry.who !== null && <span className="small">{entry.who}</span>}
                {entry.reason !== null && (
                  <span className={`small ${css.reason}`}>{`“${entry.reason}”`}</span>
                )}
              </p>
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  )
}
