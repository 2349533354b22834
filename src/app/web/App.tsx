import { useEffect } from 'react'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { Page } from '#kit/web/page/Page.tsx'
import { RouteContext, screenKey, unknownRoute } from '#kit/web/route/routes.ts'
import { useStore } from '#kit/web/state/store.ts'
import type { PageSettings } from '#site/pageSettings.ts'
import { SettingsContext } from '#site/web/settings.ts'
import { earlyScreenRoutes, showAppScreen } from '#ticket/web/early/earlyLookUp.ts'
import { Footer } from './frame/Footer.tsx'
import { Layout } from './frame/Layout.tsx'
import { ErrorBoundary } from './frame/ErrorBoundary.tsx'
import { prefetchAfter } from './screens.ts'
import { shownScreen } from './shownScreen.ts'

type Props = { settings: PageSettings; onReady?: () => void }

export function App({ settings, onReady }: Props) {
  const shown = useStore(shownScreen)
  const route = shown?.route ?? unknownRoute
  return (
    <SettingsContext value={settings}>
      <RouteContext value={route}>
        <Layout pending={shown?.isNextLoading === true}>
          <ErrorBoundary key={screenKey(route)} onReady={onReady}>
            {shown ? (
              <>
                <shown.Screen />
                <Footer />
                <HydrationSignal name={route.name} onReady={onReady} />
              </>
            ) : (
              <LoadingScreen />
            )}
          </ErrorBoundary>
        </Layout>
      </RouteContext>
    </SettingsContext>
  )
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
