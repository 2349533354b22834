import { Live } from '#kit/web/notice/Live.tsx'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { humanState, type HumanState } from './human.ts'
import { giveProof, startAgain } from './proof.ts'
import css from './HumanCheck.module.css'
import { loadRecaptcha } from './recaptcha.ts'

/** The state 'needed' clears it. */
export default function RecaptchaWidget({ siteKey, state }: { siteKey: string; state: HumanState }) {
  const place = useRef<HTMLDivElement>(null)
  const clear = useRef<(() => void) | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    setFailed(false)
    loadRecaptcha(stop.signal)
      .then(({ render, reset }) => {
        const container = place.current?.appendChild(document.createElement('div'))
        if (stop.signal.aborted || !container) return
        const widget = render(container, {
          sitekey: siteKey,
          theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
          hl: 'pt-BR',
          callback: giveProof,
          'expired-callback': startAgain,
          'error-callback': () => setFailed(true),
        })
        clear.current = () => reset(widget)
      })
      .catch(() => !stop.signal.aborted && setFailed(true))
    return () => {
      stop.abort()
      clear.current = null
    }
  }, [siteKey, attempt])
  useEffect(() => {
    if (state === 'failed') humanState.set('needed')
    if (state === 'needed') clear.current?.()
  }, [state])
  return (
    <div className={css.check}>
      <div ref={place} className={css.widget} key={attempt} />
      {failed && (
        <>
          <Live role="alert" className={css.line}>
            Não foi possível carregar a verificação de segurança.
          </Live>
          <Button look="plain" onClick={() => setAttempt(attempt + 1)}>
            Tentar novamente
          </Button>
        </>
      )}
    </div>
  )
}
