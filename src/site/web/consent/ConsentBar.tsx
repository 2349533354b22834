import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { useInset } from '#kit/web/page/useInset.ts'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { useStore } from '#kit/web/state/store.ts'
import { useSettings } from '../settings.ts'
import css from './Consent.module.css'
import { acceptConsent, consent, initConsent } from './consent.ts'
import { consentPane } from './pane.ts'

/** Loaded lazily: rarely opened, and its checkboxes import the form library. */
const Choose = lazy(() => import('./ConsentChoice.tsx').catch(() => ({ default: NotReached })))

/** No error boundary surrounds this bar; an error would unmount the whole page. */
function NotReached() {
  return (
    <>
      <p role="alert">
        Não foi possível abrir as opções de cookies. Recarregue a página quando o sinal voltar.
      </p>
      <Button
        look="quiet"
        type="button"
        onClick={() => consentPane.set(consent.get().accepted ? null : 'ask')}
      >
        Voltar
      </Button>
    </>
  )
}

/** docs/spec.md#cookie-dialog */
export function ConsentBar() {
  const settings = useSettings()
  const pane = useStore(consentPane, null)
  useEffect(() => initConsent(settings), [settings])
  if (pane === null) return null
  return (
    <Bar key={pane}>
      {pane === 'ask' ? (
        <Ask onAccept={() => acceptConsent(consent.get().ua, settings)} />
      ) : (
        <Suspense>
          <Choose onSave={(ua) => acceptConsent(ua, settings)} />
        </Suspense>
      )}
    </Bar>
  )
}

function Bar({ children }: { children: ReactNode }) {
  const bar = useInset<HTMLElement>('--foot-inset', true)
  return (
    <section ref={bar} className={css.bar} role="dialog" aria-label="Cookies">
      <div className={css.inside}>{children}</div>
    </section>
  )
}

function Ask({ onAccept }: { onAccept: () => void }) {
  return (
    <>
      <div className={css.text}>
        <p>Usamos um cookie necessário à sessão.</p>
        <p>Com seu aceite, metadados de navegação.</p>
        <p>
          <RouteLink to="terms.privacyPolicy" query={{ backTo: 'welcome' }}>
            Política de Privacidade
          </RouteLink>
        </p>
      </div>
      <div className={css.actions}>
        <Button look="quiet" type="button" onClick={() => consentPane.set('choose')}>
          Gerenciar Cookies
        </Button>
        <Button look="plain" type="button" onClick={onAccept}>
          Aceitar
        </Button>
      </div>
    </>
  )
}
