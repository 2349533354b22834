import css from './Skeleton.module.css'

export function Skeleton({ lines = 3, label = 'Carregando...' }: { lines?: number; label?: string }) {
  return (
    <div className={css.skeleton} role="status" data-waiting>
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, i) => (
        <i key={i} />
      ))}
    </div>
  )
}
