import { lazy, Suspense } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { currentCaptcha, type HumanState } from './human.ts'
import { Icon } from '#kit/web/Icon.tsx'
import css from './HumanCheck.module.css'

const RecaptchaWidget = lazy(() => import('./RecaptchaWidget.tsx'))

const said: Readonly<Record<HumanState, string>> = {
  off: '',
  asking: 'Preparando a verificação de segurança...',
  needed: 'Preparando a verificação de segurança...',
  working: 'Verificação de segurança...',
  ready: 'Verificação de segurança concluída.',
  failed: 'Não foi possível fazer a verificação de segurança.',
}

export function HumanCheck({ state, again }: { state: HumanState; again: () => void }) {
  const { kind, siteKey } = currentCaptcha()
  if (kind === 'off') return null
  if (kind === 'recaptcha' && siteKey !== null) {
    return (
      <Suspense fallback={<p className={css.line}>{said.asking}</p>}>
        <RecaptchaWidget siteKey={siteKey} state={state} />
      </Suspense>
    )
  }
  return (
    <div className={css.check}>
      <p role="status" className={state === 'ready' ? `${css.line} ${css.done}` : css.line}>
        {said[state] !== '' && <Icon name={state === 'failed' ? 'warning' : 'shield'} size={20} />}
        {said[state]}
      </p>
      {state === 'failed' && (
        <Button look="plain" onClick={again}>
          Tentar novamente
        </Button>
      )}
    </div>
  )
}
