import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { Icon } from '#kit/web/Icon.tsx'
import { useHumanState } from './humanState.ts'
import css from './HumanCheckStatus.module.css'

/** Always drawn, so that the layout does not shift. */
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
