import { Icon } from '#kit/web/Icon.tsx'
import { useHumanState } from './human.ts'
import css from './HumanLine.module.css'

/** One quiet line beside a form's button while the security check works. Always present, so nothing jumps. */
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
