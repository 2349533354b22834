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
import { readSettings } from '#site/web/settings.ts'
import { whenOwnScreenShows } from '#ticket/web/early/early.ts'
import { App } from './App.tsx'
import { pages, routes } from './nouns.ts'
import { fetchScreen, rootRedirect } from './screens.ts'
import { watchFromNowOn } from './watch.ts'

registerRoutes(routes)
registerDoor(humanDoor)
if (hashLocation.get() === '/') navigate(hrefOf(rootRedirect).slice(1), { replace: true })
watchLocation()
watchConnection()

const page = document.documentElement
// The price stands already (`tools/build/early.js`): everything for its own screen is fetched side by side.
if (page.dataset.drawn === 'early') {
  const parts = [
    pages['ticket.read'].load(),
    pages['ticket.value'].load(),
    import('#ticket/web/search.tsx'),
    import('./afterwards.ts'),
  ]
  Promise.all(parts).catch(() => undefined)
}

// A drawn screen has its own, and wakes up before the others are worked in.
if (page.dataset.drawn !== 'screen') fullStyles()

const settings = readSettings()
setCaptcha({ kind: settings.captcha, siteKey: settings.recaptchaSiteKey })
const root = document.getElementById('root')
if (root) {
  const app = <App settings={settings} onReady={ready} />
  // `drawn` is set by the inline script when a prerendered screen stands in the root.
  const wake = () => flushSync(() => hydrateRoot(root, app))
  const { name } = findRoute(hashLocation.get())
  if (page.dataset.drawn === 'screen') fetchScreen(name).then(wake, wake)
  else createRoot(root).render(app)
}

/** The first screen is awake, though another may still stand before it. */
function ready(): void {
  if (page.dataset.awake !== undefined) return
  page.dataset.awake = ''
  // First: asking for the rest takes a slow phone longer than waking up one more field.
  whenOwnScreenShows(open)
  fullStyles()
  watchFromNowOn()
}

/** The HTML brings the styles of its first paint only (`tools/build/critical.ts`). */
function fullStyles(): void {
  document.getElementById('styles')?.setAttribute('rel', 'stylesheet')
}

/** The held clicks may go ahead; what nobody waits for starts now. */
function open(): void {
  page.dataset.ready = ''
  dispatchEvent(new Event('guiche:ready'))
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  }
}
