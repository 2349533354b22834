import { lazy, Suspense, useEffect, useMemo, useState, type MouseEvent, type ReactNode } from 'react'
import type { HelpOptions } from '#checkout/wayForward.ts'
import { PayMethodsContext, HelpOptionsContext } from '#checkout/web/wayForward/settingsContexts.ts'
import { BrandContext } from '#kit/web/page/Brand.tsx'
import { header, headerDefaults } from '#kit/web/page/Page.tsx'
import { useStore } from '#kit/web/state/store.ts'
import type { PageSettings } from '#site/pageSettings.ts'
import { useSettings } from '#site/web/settings.ts'
import css from './Layout.module.css'
import { waitForStyles } from './waitForStyles.ts'

const GlobalOverlays = lazy(() =>
  Promise.all([import('./GlobalOverlays.tsx'), waitForStyles()]).then(
    ([surroundings]) => surroundings,
    () => ({ default: () => null }),
  ),
)

export function Layout({ pending, children }: { pending: boolean; children: ReactNode }) {
  const [surrounded, setSurrounded] = useState(false)
  useEffect(() => setSurrounded(true), [])
  const settings = useSettings()
  const { operatorName, logoUrl } = settings
  const brand = useMemo(() => ({ name: operatorName, logoUrl }), [operatorName, logoUrl])
  const ways = useMemo(() => waysOf(settings), [settings])
  const { title } = useStore(header)
  useEffect(() => {
    // Keeps the prerendered title until then.
    if (title === headerDefaults.title) return
    document.title = title === operatorName || operatorName === '' ? title : `${title} · ${operatorName}`
  }, [title, operatorName])
  return (
    <BrandContext value={brand}>
      <div id="frame" className={css.frame} aria-busy={pending || undefined}>
        <a className={`visually-hidden ${css.skip}`} href="#conteudo" onClick={skipToContent}>
          Ir para o conteúdo
        </a>
        {pending && <div className={css.pending} />}
        <PayMethodsContext value={settings.methods}>
          <HelpOptionsContext value={ways}>{children}</HelpOptionsContext>
        </PayMethodsContext>
      </div>
      {surrounded && (
        <Suspense>
          <GlobalOverlays />
        </Suspense>
      )}
    </BrandContext>
  )
}

function waysOf(settings: PageSettings): HelpOptions {
  const { payMachine, payCashier, contactWhatsapp, contactPhone, contactHours } = settings
  return { payMachine, payCashier, whatsapp: contactWhatsapp, phone: contactPhone, hours: contactHours }
}

/** The hash is the route, so the link moves the focus itself. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault()
  const content = document.getElementById('conteudo')
  content?.setAttribute('tabindex', '-1')
  content?.focus()
}
