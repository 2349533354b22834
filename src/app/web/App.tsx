import { Suspense, useDeferredValue, useEffect, useMemo } from 'react'
import type { ReactNode } from 'react'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { Page } from '#kit/web/page/Page.tsx'
import { useHashLocation } from '#kit/web/route/location.ts'
import { findRoute, RouteContext, screenKey } from '#kit/web/route/routes.ts'
import type { Target } from '#kit/web/route/routes.ts'
import type { PageSettings } from '#site/pageSettings.ts'
import { SettingsContext } from '#site/web/settings.ts'
import { earlyScreens, showAppScreen } from '#ticket/web/early/early.ts'
import { Footer } from './frame/Footer.tsx'
import { Layout } from './frame/Layout.tsx'
import { Mishap } from './frame/Mishap.tsx'
import { isDeskLocation, useDeskOpen } from './backoffice/entry.ts'
import { deskGate, isHere, prefetchAfter, screenOf } from './screens.ts'

type Props = {
  settings: PageSettings
  /** Called when the first screen can be used. */
  onReady?: () => void
}

const DeskGate = deskGate(Waiting)
/** The screen is known only when the back office's table is here. */
const onTheWay: Target = { name: 'not-found', params: {}, query: {} }

/** The whole page: the layout, and in it the screen that the address names. */
export function App({ settings, onReady }: Props) {
  const location = useHashLocation()
  // The old screen stays until the next one's chunk is here: nothing flashes, nothing jumps.
  const shown = useDeferredValue(location)
  const deskOpen = useDeskOpen()
  const gated = !deskOpen && isDeskLocation(shown)
  const route = useMemo(() => (gated ? onTheWay : findRoute(shown)), [shown, gated])
  const Screen = gated ? DeskGate : screenOf(route.name)
  return (
    <SettingsContext value={settings}>
      <RouteContext value={route}>
        <Layout pending={shown !== location}>
          <Mishap key={screenKey(route)} onReady={onReady}>
            <Around here={!gated && isHere(route.name)}>
              <Screen />
              <Footer />
              <Arrived name={route.name} onReady={onReady} />
            </Around>
          </Mishap>
        </Layout>
      </RouteContext>
    </SettingsContext>
  )
}

/** React wakes what stands inside a boundary up last of all: what is here already stands in none. */
function Around({ here, children }: { here: boolean; children: ReactNode }) {
  return here ? children : <Suspense fallback={<Waiting />}>{children}</Suspense>
}

/** Tells, from inside the boundary, that the screen has hydrated; then fetches what may follow. */
function Arrived({ name, onReady }: { name: string; onReady: (() => void) | undefined }) {
  useEffect(() => onReady?.(), [onReady])
  useEffect(() => prefetchAfter(name), [name])
  useEffect(() => {
    if (!earlyScreens.includes(name)) showAppScreen()
  }, [name])
  return null
}

/**
 * Shown only when a screen is opened by its address and has not been drawn at build time. Without a footer: where it will
 * stand, nobody knows yet.
 */
export function Waiting() {
  return (
    <Page title="Carregando...">
      <Skeleton lines={5} />
    </Page>
  )
}
