import { LoadView } from '#kit/web/call/LoadView.tsx'
import type { ReactNode } from 'react'
import type { LoadState } from '#kit/web/call/useLoad.ts'
import css from './Ops.module.css'

type Props<T> = {
  file: { view: LoadState<{ data: T }>; reload: () => void }
  failed: string
  children: (value: T) => ReactNode
}

export function DetailView<T>({ file, failed, children }: Props<T>) {
  return (
    <LoadView load={file} failed={failed}>
      {({ data }, refreshing) => (
        <div className={css.file} aria-busy={refreshing || undefined}>
          {children(data)}
        </div>
      )}
    </LoadView>
  )
}
