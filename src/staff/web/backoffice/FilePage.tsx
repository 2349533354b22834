import { type ReactNode, useCallback } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint } from '#kit/endpoint.ts'
import { callWith } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import type { WireHistory } from '../../fields.ts'
import { StaffPage } from '../frame/StaffPage.tsx'
import { FileView } from './FileView.tsx'
import css from './Ops.module.css'
import { Timeline } from './Timeline.tsx'

type Historied = { readonly history: readonly WireHistory[]; readonly time_zone: string }

type Part<T> = (entity: T, reload: () => void) => ReactNode

type FileProps<T> = {
  endpoint: Omit<Endpoint, 'method' | 'reply'> & {
    readonly method: 'GET'
    readonly reply: z.ZodMiniType<{ data: T }>
  }
  /** The endpoint's `:id`. */
  id: string
  failed: string
  side: Part<T>
  /** Above the history. */
  main?: Part<T>
}

type Props<T> = FileProps<T> & { title: string; onBackClick: () => void }

/** The screen of one thing: what it is and what can be done beside its details and its history. */
export function FilePage<T extends Historied>({ title, onBackClick, ...file }: Props<T>) {
  return (
    <StaffPage title={title} onBackClick={onBackClick}>
      <File key={file.id} {...file} />
    </StaffPage>
  )
}

function File<T extends Historied>({ endpoint, id, failed, side, main }: FileProps<T>) {
  const load = useCallback(
    (signal: AbortSignal) => callWith(endpoint, { params: { id }, signal }),
    [endpoint, id],
  )
  const file = useLoad(load)
  return (
    <FileView file={file} failed={failed}>
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
    </FileView>
  )
}
