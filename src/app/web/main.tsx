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
import { whenOwnScreenShows } from '#ticket/web/early/early.ts'
import { App } from './App.tsx'
import { routes } from './nouns.ts'
import { fetchScreen, rootRedirect } from './screens.ts'
import { watchFromNowOn } from './watch.ts'

registerRoutes(routes)
registerDoor(humanDoor)
if (hashLocation.get() === '/') navigate(hrefOf(rootRedirect).slice(1), { replace: true })
watchLocation()
watchConnection()
watchTyping()

const page = document.documentElement
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
  const draw = () => createRoot(root).render(app)
  if (page.dataset.drawn === 'screen') fetchScreen(name).then(wake, wake)
  // The price stands already (`tools/build/early.js`), and the files of its own screen are on their way. A screen that is
  // drawn without them costs 0.3 s, twice: so long React leaves what it shows in the place of a screen.
  else if (page.dataset.drawn === 'early') {
    Promise.all([fetchScreen('ticket.read'), fetchScreen('ticket.value')]).then(draw, draw)
  } else draw()
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
