import type { ReactNode } from 'react'
import { LoadFailed } from '../notice/LoadFailed.tsx'
import { Skeleton } from '../Skeleton.tsx'
import type { LoadState } from './useLoad.ts'

type Props<T> = {
  load: { view: LoadState<T>; reload: () => void }
  failed: string
  label?: string
  lines?: number
  children: (value: T, refreshing: boolean) => ReactNode
}

export function LoadView<T>({ load: { view, reload }, failed, children, ...waiting }: Props<T>) {
  const { label = 'Buscando dados, aguarde...', lines = 8 } = waiting
  if (view.state === 'loading') return <Skeleton lines={lines} label={label} />
  if (view.state === 'failed') return <LoadFailed title={failed} failure={view.failure} reload={reload} />
  return children(view.value, view.refreshing)
}
