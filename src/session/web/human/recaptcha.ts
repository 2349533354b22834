import { blockRemembering } from '#checkout/web/remembered.ts'

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

const source = 'https://www.google.com/recaptcha/api.js?render=explicit&hl=pt-BR'
const retryMs = 500
const tries = 40

/** Throws when the script fails, or after 20 s. */
export async function loadRecaptcha(stop: AbortSignal): Promise<Recaptcha> {
  const failed = addScript()
  for (let tried = 0; tried < tries && !stop.aborted; tried += 1) {
    const ready = usable()
    if (ready) return ready
    await Promise.race([failed, new Promise((resolve) => setTimeout(resolve, retryMs))])
  }
  throw new Error('reCAPTCHA did not come')
}

function usable(): Recaptcha | null {
  const { render, reset } = window.grecaptcha ?? {}
  return render && reset ? { render, reset } : null
}

function addScript(): Promise<never> {
  return new Promise((_, reject) => {
    if (document.querySelector('script[data-recaptcha]')) return
    blockRemembering()
    const script = document.createElement('script')
    script.src = source
    script.async = true
    script.dataset['recaptcha'] = ''
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('reCAPTCHA could not be fetched'))
    })
    document.head.append(script)
  })
}
