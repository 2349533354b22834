import { lazy, Suspense, useEffect, useMemo, useState, type MouseEvent, type ReactNode } from 'react'
import type { Ways } from '#checkout/wayForward.ts'
import { MethodsContext, WaysContext } from '#checkout/web/ways/ways.ts'
import { BrandContext } from '#kit/web/page/Brand.tsx'
import { header, headerDefaults } from '#kit/web/page/Page.tsx'
import { useStore } from '#kit/web/state/store.ts'
import type { PageSettings } from '#site/pageSettings.ts'
import { useSettings } from '#site/web/settings.ts'
import css from './Layout.module.css'
import { whenStyled } from './whenStyled.ts'

const Surroundings = lazy(() =>
  Promise.all([import('./Surroundings.tsx'), whenStyled()]).then(
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
        <a className={css.skip} href="#conteudo" onClick={skipToContent}>
          Ir para o conteúdo
        </a>
        {pending && <div className={css.pending} />}
        <MethodsContext value={settings.methods}>
          <WaysContext value={ways}>{children}</WaysContext>
        </MethodsContext>
      </div>
      {surrounded && (
        <Suspense>
          <Surroundings />
        </Suspense>
      )}
    </BrandContext>
  )
}

function waysOf(settings: PageSettings): Ways {
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
