import { onAppScreenShown } from '#ticket/web/early/earlyLookUp.ts'
import '#kit/web/tokens.css'
import '#kit/web/base.css'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { registerChallengeHandler } from '#kit/web/call/challengeHandler.ts'
import { setCaptcha } from '#session/web/human/humanState.ts'
import { humanChallengeHandler } from '#session/web/human/humanChallengeHandler.ts'
import { watchConnection } from '#kit/web/notice/connection.ts'
import { hashLocation, navigate, watchLocation } from '#kit/web/route/location.ts'
import { findRoute, hrefOf, registerRoutes } from '#kit/web/route/routes.ts'
import { trackInput } from '#kit/web/state/draft.ts'
import { readSettings } from '#site/web/settings.ts'
import { App } from './App.tsx'
import { waitForStyles } from './frame/waitForStyles.ts'
import { routes } from './modules.ts'
import { loadScreen, rootRedirect } from './screens.ts'
import { showLocation, shownScreen } from './shownScreen.ts'
import { loadDeferredWork } from './loadDeferred.ts'

registerRoutes(routes)
registerChallengeHandler(humanChallengeHandler)
openRoot()
hashLocation.subscribe(openRoot)
hashLocation.subscribe(showLocation)
watchLocation()
watchConnection()
trackInput()

const page = document.documentElement
// Prerendered screens have critical styles and hydrate first.
if (!isPrerendered()) void waitForStyles()

const settings = readSettings()
setCaptcha({ kind: settings.captcha, siteKey: settings.recaptchaSiteKey })
const root = document.getElementById('root')
if (root) {
  const app = <App settings={settings} onReady={startAfterFirstRender} />
  const draw = () => {
    showLocation()
    // The address may have changed meanwhile.
    if (isPrerendered() && shownScreen.get()) return flushSync(() => hydrateRoot(root, app))
    createRoot(root).render(app)
  }
  if (isPrerendered()) loadScreen(findRoute(hashLocation.get()).name).then(draw, draw)
  // The price is shown already; a waiting screen first would cost 0.3 s twice.
  else if (page.dataset.drawn === 'early') {
    Promise.all([loadScreen('ticket.read'), loadScreen('ticket.value')]).then(draw, draw)
  } else draw()
}

function openRoot(): void {
  if (/^\/*(\?|$)/.test(hashLocation.get())) navigate(hrefOf(rootRedirect).slice(1), { replace: true })
}

function isPrerendered(): boolean {
  return page.dataset.drawn === hashLocation.get().replace(/\/?(\?.*)?$/, '')
}

function startAfterFirstRender(): void {
  if (page.dataset.awake !== undefined) return
  page.dataset.awake = ''
  // Before other requests, which delay a slow phone.
  onAppScreenShown(markReady)
  void waitForStyles()
  loadDeferredWork()
}

function markReady(): void {
  page.dataset.ready = ''
  dispatchEvent(new Event('guiche:ready'))
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  }
}
