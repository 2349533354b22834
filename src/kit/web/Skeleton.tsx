import { Live } from './notice/Live.tsx'
import css from './Skeleton.module.css'

export function Skeleton({ lines = 3, label = 'Carregando...' }: { lines?: number; label?: string }) {
  return (
    <div className={css.skeleton} data-waiting="">
      <Live as="span" className="visually-hidden">
        {label}
      </Live>
      {Array.from({ length: lines }, (_, i) => (
        <i key={i} />
      ))}
    </div>
  )
}
