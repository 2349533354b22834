import { Icon } from '#kit/web/Icon.tsx'
import { useHumanState } from './human.ts'
import css from './HumanLine.module.css'

/** Always present, against layout shifts. */
export function HumanLine() {
  const state = useHumanState()
  return (
    <p className={css.line} role="status">
      {state === 'working' && (
        <>
          <Icon name="shield" size={18} />
          Verificação de segurança...
        </>
      )}
    </p>
  )
}
