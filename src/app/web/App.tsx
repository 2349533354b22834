import { Suspense, useDeferredValue, useEffect, useMemo, type ReactNode } from 'react'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { Page } from '#kit/web/page/Page.tsx'
import { useHashLocation } from '#kit/web/route/location.ts'
import { findRoute, RouteContext, screenKey, type RouteTarget } from '#kit/web/route/routes.ts'
import type { PageSettings } from '#site/pageSettings.ts'
import { SettingsContext } from '#site/web/settings.ts'
import { earlyScreenRoutes, showAppScreen } from '#ticket/web/early/earlyLookUp.ts'
import { Footer } from './frame/Footer.tsx'
import { Layout } from './frame/Layout.tsx'
import { ErrorBoundary } from './frame/ErrorBoundary.tsx'
import { isBackOfficeLocation, useBackOfficeOpen } from './backoffice/entry.ts'
import { backOfficeGate, isScreenLoaded, prefetchAfter, screenOf } from './screens.ts'

type Props = { settings: PageSettings; onReady?: () => void }

const BackOfficeGate = backOfficeGate(LoadingScreen)
/** Until the back office's code is loaded, its routes are unknown. */
const unknownRoute: RouteTarget = { name: 'not-found', params: {}, query: {} }

export function App({ settings, onReady }: Props) {
  const location = useHashLocation()
  // The old screen stays until the next chunk is loaded.
  const shown = useDeferredValue(location)
  const backOfficeOpen = useBackOfficeOpen()
  const gated = !backOfficeOpen && isBackOfficeLocation(shown)
  const route = useMemo(() => (gated ? unknownRoute : findRoute(shown)), [shown, gated])
  const Screen = gated ? BackOfficeGate : screenOf(route.name)
  return (
    <SettingsContext value={settings}>
      <RouteContext value={route}>
        <Layout pending={shown !== location}>
          <ErrorBoundary key={screenKey(route)} onReady={onReady}>
            <MaybeSuspense isLoaded={!gated && isScreenLoaded(route.name)}>
              <Screen />
              <Footer />
              <HydrationSignal name={route.name} onReady={onReady} />
            </MaybeSuspense>
          </ErrorBoundary>
        </Layout>
      </RouteContext>
    </SettingsContext>
  )
}

/** React hydrates Suspense boundaries last, so a loaded screen has none. */
function MaybeSuspense({ isLoaded, children }: { isLoaded: boolean; children: ReactNode }) {
  return isLoaded ? children : <Suspense fallback={<LoadingScreen />}>{children}</Suspense>
}

function HydrationSignal({ name, onReady }: { name: string; onReady: (() => void) | undefined }) {
  useEffect(() => onReady?.(), [onReady])
  useEffect(() => prefetchAfter(name), [name])
  useEffect(() => {
    if (!earlyScreenRoutes.includes(name)) showAppScreen()
  }, [name])
  return null
}

/** It has no footer, which would move when the screen appears. */
export function LoadingScreen() {
  return (
    <Page title="Carregando...">
      <Skeleton lines={5} />
    </Page>
  )
}
