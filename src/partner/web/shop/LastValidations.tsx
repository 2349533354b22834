import { lazy, Suspense, useState } from 'react'
import type { ReplyOf } from '#kit/endpoint.ts'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import type { useLoad } from '#kit/web/call/useLoad.ts'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { ItemList } from '#kit/web/list/List.tsx'
import tones from '#kit/web/notice/Callout.module.css'
import { formatDayAndTime } from '#kit/web/time/instantTexts.ts'
import { serverTime } from '#kit/web/time/serverClock.ts'
import history from '#receipt/web/History.module.css'
import type { listOwnValidations, WireOwnValidation } from '../../contract.ts'
import { validationStates } from '../../states.ts'
import css from './Shop.module.css'

const UndoDialog = lazy(() => import('./UndoDialog.tsx'))

const shownCount = 10

type Props = {
  load: ReturnType<typeof useLoad<ReplyOf<typeof listOwnValidations>>>
  onUndone: () => void
}

/** The last ten; those of the last minutes can be taken back. */
export function LastValidations({ load, onUndone }: Props) {
  const [asked, setAsked] = useState<WireOwnValidation | null>(null)
  return (
    <section className={history.part}>
      <h2>Últimos convênios</h2>
      <LoadView load={load} failed="Não foi possível carregar os últimos convênios" lines={4}>
        {({ data }, refreshing) =>
          data.length === 0 ? (
            <p className="soft">Os tickets que você validar aparecem aqui.</p>
          ) : (
            <ItemList label="Últimos convênios" busy={refreshing}>
              {data.slice(0, shownCount).map((row) => (
                <Row key={row.id} row={row} onUndo={() => setAsked(row)} />
              ))}
            </ItemList>
          )
        }
      </LoadView>
      {asked && (
        <Suspense>
          <UndoDialog id={asked.id} code={asked.code} onUndone={onUndone} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </section>
  )
}

function Row({ row, onUndo }: { row: WireOwnValidation; onUndo: () => void }) {
  const { code, benefit, at, time_zone: zone, offHuman, undo_until: until } = row
  const { text, tone } = validationStates[row.state]
  return (
    <li>
      <div className={history.row}>
        <span className={history.what}>
          <span className={history.pair}>
            <strong translate="no">{formatTicketCode(code)}</strong>
            <strong translate="no">{offHuman === null ? '—' : `R$ ${offHuman}`}</strong>
          </span>
          <span className={history.pair}>
            <small translate="no">{`${benefit} · ${formatDayAndTime(at, zone)}`}</small>
            <small className={tones[tone]}>{text}</small>
          </span>
        </span>
        {until !== null && Date.parse(until) > serverTime() && (
          <button
            type="button"
            className={css.undo}
            aria-label={`Desfazer ${formatTicketCode(code)}`}
            onClick={onUndo}
          >
            Desfazer
          </button>
        )}
      </div>
    </li>
  )
}
