import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { Checkbox } from '#kit/web/field/Checkbox.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { useStore } from '#kit/web/state/store.ts'
import { useSettings } from '../settings.ts'
import css from './Consent.module.css'
import { acceptConsent, consent, initConsent } from './consent.ts'
import { consentPane } from './pane.ts'

/** The cookie dialog at the foot of the page (spec.md section 2). Not modal: a ticket can be paid beside it. */
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
        <Choose onSave={(ua) => acceptConsent(ua, settings)} />
      )}
    </Bar>
  )
}

/** Tells the page how much of its foot is covered, so that the sticky actions stay above. */
function Bar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const measure = () => style.setProperty('--foot-inset', `${bar.current?.offsetHeight ?? 0}px`)
    measure()
    addEventListener('resize', measure)
    return () => {
      removeEventListener('resize', measure)
      style.removeProperty('--foot-inset')
    }
  }, [])
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
        <p>Usamos um cookie necessário para a sua sessão e, se você deixar, metadados de navegação.</p>
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

function Choose({ onSave }: { onSave: (ua: boolean) => void }) {
  const [ua, setUa] = useState(consent.get().ua)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <div className={css.text}>
        <h2 ref={heading} tabIndex={-1}>
          Gerenciar Cookies
        </h2>
        <Checkbox
          label="Cookie de sessão (obrigatório)"
          hint="Mantém o seu ticket e o seu login enquanto você usa o portal."
          checked
          disabled
          readOnly
        />
        <Checkbox
          label="Metadados de navegação"
          hint="Ajudam a entender quais telas funcionam mal. Nunca incluem dados do pagamento."
          checked={ua}
          onChange={(event) => setUa(event.currentTarget.checked)}
        />
      </div>
      <div className={css.actions}>
        <Button look="plain" type="button" onClick={() => onSave(ua)}>
          Salvar
        </Button>
      </div>
    </>
  )
}
