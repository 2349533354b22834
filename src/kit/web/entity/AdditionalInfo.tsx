import { useState } from 'react'
import { Fold } from '../page/Fold.tsx'
import { dateTimeText } from '../time/instantTexts.ts'
import { serverTime } from '../time/serverClock.ts'
import css from './AdditionalInfo.module.css'
import { relativeTimeText } from '../../text/formats.ts'

export type Entity = { id?: number; created_at?: string; updated_at?: string }

export function AdditionalInfo({ entity }: { entity: Entity }) {
  const [now] = useState(() => new Date(serverTime()))
  if (entity.id === undefined) return null
  const rows = [
    { label: 'Criado em', at: entity.created_at },
    { label: 'Modificado em', at: entity.updated_at },
  ]
  return (
    <Fold title="Informações adicionais">
      <dl className={`${css.info} stack tight facts`}>
        <div>
          <dt>Id</dt>
          <dd>{entity.id}</dd>
        </div>
        {rows.map(
          ({ label, at }) =>
            at !== undefined && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <time dateTime={at} translate="no">
                    {dateTimeText(at)}
                  </time>
                  <small>{relativeText(new Date(at), now)}</small>
                </dd>
              </div>
            ),
        )}
      </dl>
    </Fold>
  )
}

const minuteMs = 60_000
const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 24 * 60 * minuteMs],
  ['month', 30 * 24 * 60 * minuteMs],
  ['day', 24 * 60 * minuteMs],
  ['hour', 60 * minuteMs],
  ['minute', minuteMs],
]

/** 'há 3 dias', 'em 2 horas', 'agora'. */
export function relativeText(at: Date, now: Date): string {
  const ms = at.getTime() - now.getTime()
  const unit = units.find(([, size]) => Math.abs(ms) >= size)
  if (!unit) return 'agora'
  const [name, size] = unit
  return relativeTimeText(Math.trunc(ms / size), name)
}
