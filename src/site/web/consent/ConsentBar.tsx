import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { useInset } from '#kit/web/page/useInset.ts'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { useStep } from '#kit/web/route/routes.ts'
import { useStore } from '#kit/web/state/store.ts'
import { useSettings } from '../settings.ts'
import css from './Consent.module.css'
import { acceptConsent, consent, initConsent } from './consent.ts'
import { consentDialog } from './consentDialog.ts'

/** Loaded lazily, because the checkboxes import the form library. */
const ConsentChoice = lazy(() => import('./ConsentChoice.tsx').catch(() => ({ default: ChoiceNotLoaded })))

/** An error while loading would unmount the whole page. */
function ChoiceNotLoaded() {
  return (
    <>
      <LiveRegion role="alert">
        Não foi possível abrir as opções de cookies. Recarregue a página quando o sinal voltar.
      </LiveRegion>
      <Button
        variant="quiet"
        type="button"
        onClick={() => consentDialog.set(consent.get().accepted ? null : 'ask')}
      >
        Voltar
      </Button>
    </>
  )
}

/** docs/spec.md#cookie-dialog */
export function ConsentBar() {
  const settings = useSettings()
  const pane = useStore(consentDialog, null)
  const isOnForm = useIsOnForm()
  useEffect(() => initConsent(settings), [settings])
  if (pane === null) return null
  const accept = () => acceptConsent(consent.get().ua, settings)
  if (pane === 'ask' && isOnForm) {
    return (
      <ConsentSection key="line" line>
        <ConsentLine onAccept={accept} />
      </ConsentSection>
    )
  }
  return (
    <ConsentSection key={pane}>
      {pane === 'ask' ? (
        <ConsentQuestion onAccept={accept} />
      ) : (
        <Suspense>
          <ConsentChoice onSave={(ua) => acceptConsent(ua, settings)} />
        </Suspense>
      )}
    </ConsentSection>
  )
}

/**
 * True from the first field that a person touches on, and on each step after the ticket's number. A field that the screen
 * focuses changes nothing: the bar of links above the banner would move under a finger.
 */
function useIsOnForm(): boolean {
  const step = useStep()
  const isStep = step !== undefined && step !== 'ticketCode'
  const [isOnForm, setIsOnForm] = useState(isStep)
  useEffect(() => {
    if (isStep) setIsOnForm(true)
    if (isStep || isOnForm) return
    const touched = ({ target }: Event) =>
      target instanceof Element && target.matches('#conteudo :is(input, textarea)') && setIsOnForm(true)
    const events = ['pointerdown', 'keydown', 'input']
    for (const event of events) addEventListener(event, touched)
    return () => events.forEach((event) => removeEventListener(event, touched))
  }, [isStep, isOnForm])
  return isOnForm || isStep
}

function ConsentSection({ line, children }: { line?: boolean; children: ReactNode }) {
  const bar = useInset<HTMLElement>('--foot-inset', true)
  return (
    <section ref={bar} className={line ? css.line : css.bar} role="dialog" aria-label="Cookies">
      <div className={line ? css.words : css.inside}>{children}</div>
    </section>
  )
}

const termsLink = { to: 'terms.privacyPolicy', query: { backTo: 'welcome' } } as const

function ConsentLine({ onAccept }: { onAccept: () => void }) {
  return (
    <>
      <RouteLink {...termsLink} aria-label="Usamos cookies. Política de Privacidade">
        Usamos cookies.
      </RouteLink>
      <button type="button" onClick={() => consentDialog.set('choose')}>
        Gerenciar Cookies
      </button>
      <button type="button" onClick={onAccept}>
        Aceitar
      </button>
    </>
  )
}

function ConsentQuestion({ onAccept }: { onAccept: () => void }) {
  return (
    <>
      <div className={css.text}>
        <p>Usamos um cookie necessário à sessão.</p>
        <p>Com seu aceite, metadados de navegação.</p>
        <p>
          <RouteLink {...termsLink}>Política de Privacidade</RouteLink>
        </p>
      </div>
      <div className={css.actions}>
        <Button variant="quiet" type="button" onClick={() => consentDialog.set('choose')}>
          Gerenciar Cookies
        </Button>
        <Button variant="plain" type="button" onClick={onAccept}>
          Aceitar
        </Button>
      </div>
    </>
  )
}
