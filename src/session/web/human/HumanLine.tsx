import { Live } from '#kit/web/notice/Live.tsx'
import { Icon } from '#kit/web/Icon.tsx'
import { useHumanState } from './human.ts'
import css from './HumanLine.module.css'

/** Always present, against layout shifts. */
export function HumanLine() {
  const state = useHumanState()
  return (
    <Live className={css.line}>
      {state === 'working' && (
        <>
          <Icon name="shield" size={18} />
          Verificação de segurança...
        </>
      )}
    </Live>
  )
}
