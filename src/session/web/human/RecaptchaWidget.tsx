import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { humanState, type HumanState } from './humanState.ts'
import { setProof, resetProof } from './humanProof.ts'
import css from './HumanCheck.module.css'
import { blockRemembering } from '#checkout/web/rememberedPayer.ts'

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
          callback: setProof,
          'expired-callback': resetProof,
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
    <div className="stack tight">
      <div ref={place} className={css.widget} key={attempt} />
      {failed && (
        <>
          <LiveRegion role="alert" className={css.line}>
            Não foi possível carregar a verificação de segurança.
          </LiveRegion>
          <Button variant="plain" onClick={() => setAttempt(attempt + 1)}>
            Tentar novamente
          </Button>
        </>
      )}
    </div>
  )
}

/** https://developers.google.com/recaptcha/docs/display */
type Recaptcha = {
  render: (
    container: HTMLElement,
    options: {
      sitekey: string
      theme: 'light' | 'dark'
      hl: string
      callback: (code: string) => void
      'expired-callback': () => void
      'error-callback': () => void
    },
  ) => number
  reset: (widget: number) => void
}

declare global {
  interface Window {
    grecaptcha?: Partial<Recaptcha>
  }
}

const scriptUrl = 'https://www.google.com/recaptcha/api.js?render=explicit&hl=pt-BR'
const retryMs = 500
const tries = 40

/** Throws when the script fails, or after 20 s. */
async function loadRecaptcha(stop: AbortSignal): Promise<Recaptcha> {
  const failed = addScript()
  for (let tried = 0; tried < tries && !stop.aborted; tried += 1) {
    const ready = readyRecaptcha()
    if (ready) return ready
    await Promise.race([failed, new Promise((resolve) => setTimeout(resolve, retryMs))])
  }
  throw new Error('reCAPTCHA did not come')
}

function readyRecaptcha(): Recaptcha | null {
  const { render, reset } = window.grecaptcha ?? {}
  return render && reset ? { render, reset } : null
}

function addScript(): Promise<never> {
  return new Promise((_, reject) => {
    if (document.querySelector('script[data-recaptcha]')) return
    blockRemembering()
    const script = document.createElement('script')
    script.src = scriptUrl
    script.async = true
    script.dataset['recaptcha'] = ''
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('reCAPTCHA could not be fetched'))
    })
    document.head.append(script)
  })
}
