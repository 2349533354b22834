import type { ReactNode } from 'react'
import type { Loaded } from '#kit/web/call/useLoad.ts'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import css from './Ops.module.css'

type Props<T> = {
  file: { view: Loaded<{ data: T }>; reload: () => void }
  failed: string
  children: (value: T) => ReactNode
}

export function FileView<T>({ file: { view, reload }, failed, children }: Props<T>) {
  if (view.state === 'loading') return <Skeleton lines={8} label="Buscando dados, aguarde..." />
  if (view.state === 'failed') return <LoadFailed title={failed} failure={view.failure} reload={reload} />
  return (
    <div className={css.file} aria-busy={view.refreshing || undefined}>
      {children(view.value.data)}
    </div>
  )
}
