import { onAppScreenShown } from '#ticket/web/early/early.ts'
import '#kit/web/tokens.css'
import '#kit/web/base.css'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { registerDoor } from '#kit/web/call/door.ts'
import { setCaptcha } from '#session/web/human/human.ts'
import { humanDoor } from '#session/web/human/humanDoor.ts'
import { watchConnection } from '#kit/web/notice/online.ts'
import { hashLocation, navigate, watchLocation } from '#kit/web/route/location.ts'
import { findRoute, hrefOf, registerRoutes } from '#kit/web/route/routes.ts'
import { watchTyping } from '#kit/web/state/draft.ts'
import { readSettings } from '#site/web/settings.ts'
import { App } from './App.tsx'
import { whenStyled } from './frame/whenStyled.ts'
import { routes } from './modules.ts'
import { loadScreen, rootRedirect } from './screens.ts'
import { loadSessionWatcher } from './watch.ts'

registerRoutes(routes)
registerDoor(humanDoor)
if (hashLocation.get() === '/') navigate(hrefOf(rootRedirect).slice(1), { replace: true })
watchLocation()
watchConnection()
watchTyping()

const page = document.documentElement
// Prerendered screens have critical styles and hydrate first.
if (!isDrawn()) void whenStyled()

const settings = readSettings()
setCaptcha({ kind: settings.captcha, siteKey: settings.recaptchaSiteKey })
const root = document.getElementById('root')
if (root) {
  const app = <App settings={settings} onReady={ready} />
  const draw = () => createRoot(root).render(app)
  // The address may have changed meanwhile.
  const wake = () => {
    if (isDrawn()) return flushSync(() => hydrateRoot(root, app))
    void whenStyled()
    draw()
  }
  if (isDrawn()) loadScreen(findRoute(hashLocation.get()).name).then(wake, wake)
  // The price is shown already; a Suspense fallback first would cost 0.3 s twice.
  else if (page.dataset.drawn === 'early') {
    Promise.all([loadScreen('ticket.read'), loadScreen('ticket.value')]).then(draw, draw)
  } else draw()
}

function isDrawn(): boolean {
  return page.dataset.drawn === hashLocation.get().replace(/\/?(\?.*)?$/, '')
}

function ready(): void {
  if (page.dataset.awake !== undefined) return
  page.dataset.awake = ''
  // Before other requests, which delay a slow phone.
  onAppScreenShown(open)
  void whenStyled()
  loadSessionWatcher()
}

function open(): void {
  page.dataset.ready = ''
  dispatchEvent(new Event('guiche:ready'))
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  }
}
