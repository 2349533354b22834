import { type ReactNode, useCallback } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint } from '#kit/endpoint.ts'
import { callUntyped } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import type { WireHistory } from '../../fields.ts'
import { StaffPage } from '../frame/StaffPage.tsx'
import { DetailView } from './DetailView.tsx'
import css from './Ops.module.css'
import { Timeline } from './Timeline.tsx'

type WithHistory = { readonly history: readonly WireHistory[]; readonly time_zone: string }

type Section<T> = (entity: T, reload: () => void) => ReactNode

type DetailProps<T> = {
  endpoint: Omit<Endpoint, 'method' | 'reply'> & {
    readonly method: 'GET'
    readonly reply: z.ZodMiniType<{ data: T }>
  }
  /** The endpoint's `:id`. */
  id: string
  failed: string
  side: Section<T>
  main?: Section<T>
}

type Props<T> = DetailProps<T> & { title: string; onBackClick: () => void }

/** The screen of one record: `side` describes it, `main` stands above its history. */
export function DetailPage<T extends WithHistory>({ title, onBackClick, ...file }: Props<T>) {
  return (
    <StaffPage title={title} onBackClick={onBackClick}>
      <Detail key={file.id} {...file} />
    </StaffPage>
  )
}

function Detail<T extends WithHistory>({ endpoint, id, failed, side, main }: DetailProps<T>) {
  const load = useCallback(
    (signal: AbortSignal) => callUntyped(endpoint, { params: { id }, signal }),
    [endpoint, id],
  )
  const file = useLoad(load)
  return (
    <DetailView file={file} failed={failed}>
      {(entity) => {
        const more = main?.(entity, file.reload)
        return (
          <>
            <div className={css.side}>{side(entity, file.reload)}</div>
            <div className={css.main}>
              {more}
              <Timeline history={entity.history} timeZone={entity.time_zone} />
            </div>
          </>
        )
      }}
    </DetailView>
  )
}
