import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { useEffect, useRef, lazy, Suspense } from 'react'
import { currentCaptcha, useHumanState, type HumanState } from './humanState.ts'
import { resetProof, takeProof, obtainProof } from './humanProof.ts'
import { Button } from '#kit/web/Button.tsx'
import { Icon } from '#kit/web/Icon.tsx'
import css from './HumanCheck.module.css'

const retryMs = 500
const tries = 10

export function useHumanCheck() {
  const state = useHumanState()
  const tried = useRef(0)
  const isOurs = currentCaptcha().kind === 'altcha'
  useEffect(() => {
    if (!isOurs) return
    if (state === 'ready' || state === 'off') tried.current = 0
    const again = state === 'failed' && tried.current < tries
    if (state !== 'needed' && !again) return
    const timeout = setTimeout(
      () => {
        tried.current += 1
        obtainProof().catch(() => undefined)
      },
      again ? retryMs : 0,
    )
    return () => clearTimeout(timeout)
  }, [state, isOurs])
  const solved = state === 'off' || state === 'ready'
  const reset = () => {
    tried.current = 0
    resetProof()
  }
  return {
    solved,
    disabledReason: solved ? undefined : isOurs ? waitText : tickText,
    node: <HumanCheck state={state} again={reset} />,
    takeProof,
    reset,
  }
}

const waitText = 'Aguarde a verificação de segurança.'
const tickText = 'Marque a verificação de segurança acima.'

const RecaptchaWidget = lazy(() => import('./RecaptchaWidget.tsx'))

const stateTexts: Readonly<Record<HumanState, string>> = {
  off: '',
  asking: 'Preparando a verificação de segurança...',
  needed: 'Preparando a verificação de segurança...',
  working: 'Verificação de segurança...',
  ready: 'Verificação de segurança concluída.',
  failed: 'Não foi possível fazer a verificação de segurança.',
}

function HumanCheck({ state, again }: { state: HumanState; again: () => void }) {
  const { kind, siteKey } = currentCaptcha()
  if (kind === 'off') return null
  if (kind === 'recaptcha' && siteKey !== null) {
    return (
      <Suspense fallback={<p className={css.line}>{stateTexts.asking}</p>}>
        <RecaptchaWidget siteKey={siteKey} state={state} />
      </Suspense>
    )
  }
  return (
    <div className="stack tight">
      <LiveRegion className={state === 'ready' ? `${css.line} ${css.done}` : css.line}>
        {stateTexts[state] !== '' && <Icon name={state === 'failed' ? 'warning' : 'shield'} size={20} />}
        <span>{stateTexts[state]}</span>
      </LiveRegion>
      {state === 'failed' && (
        <Button variant="plain" onClick={again}>
          Tentar novamente
        </Button>
      )}
    </div>
  )
}
