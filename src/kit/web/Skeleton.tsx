import { useEffect, useState } from 'react'
import css from './Skeleton.module.css'

/** How long a live region is there before its text: one that is born with it is not read aloud. */
const emptyMs = 100

export function Skeleton({ lines = 3, label = 'Carregando...' }: { lines?: number; label?: string }) {
  const [isHeard, setIsHeard] = useState(false)
  useEffect(() => {
    const timeout = setTimeout(() => setIsHeard(true), emptyMs)
    return () => clearTimeout(timeout)
  }, [])
  return (
    <div className={css.skeleton} role="status" data-waiting="">
      <span className="visually-hidden">{isHeard ? label : ''}</span>
      {Array.from({ length: lines }, (_, i) => (
        <i key={i} />
      ))}
    </div>
  )
}
