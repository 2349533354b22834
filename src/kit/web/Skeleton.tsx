import { LiveRegion } from './notice/LiveRegion.tsx'
import css from './Skeleton.module.css'

export function Skeleton({ lines = 3, label = 'Carregando...' }: { lines?: number; label?: string }) {
  return (
    <div className={css.skeleton} data-waiting="">
      <LiveRegion as="span" className="visually-hidden">
        {label}
      </LiveRegion>
      {Array.from({ length: lines }, (_, i) => (
        <i key={i} />
      ))}
    </div>
  )
}
