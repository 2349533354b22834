import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { Icon } from '#kit/web/Icon.tsx'
import { useHumanState } from './humanState.ts'
import css from './HumanCheckStatus.module.css'

/** Always present, against layout shifts. */
export function HumanCheckStatus() {
  const state = useHumanState()
  return (
    <LiveRegion className={css.line}>
      {state === 'working' && (
        <>
          <Icon name="shield" size={18} />
          Verificação de segurança...
        </>
      )}
    </LiveRegion>
  )
}
