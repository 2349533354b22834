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
import { onAppScreenShown } from '#ticket/web/early/early.ts'
import { App } from './App.tsx'
import { styled } from './frame/styled.ts'
import { routes } from './modules.ts'
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
if (!isDrawn()) void styled()

const settings = readSettings()
setCaptcha({ kind: settings.captcha, siteKey: settings.recaptchaSiteKey })
const root = document.getElementById('root')
if (root) {
  const app = <App settings={settings} onReady={ready} />
  const draw = () => createRoot(root).render(app)
  // The address may have come to name another screen meanwhile, to which nothing of what stands fits.
  const wake = () => {
    if (isDrawn()) return flushSync(() => hydrateRoot(root, app))
    void styled()
    draw()
  }
  if (isDrawn()) fetchScreen(findRoute(hashLocation.get()).name).then(wake, wake)
  // The price stands already (`tools/build/early.js`), and the files of its own screen are on their way. A screen that is
  // drawn without them costs 0.3 s, twice: so long React leaves what it shows in the place of a screen.
  else if (page.dataset.drawn === 'early') {
    Promise.all([fetchScreen('ticket.read'), fetchScreen('ticket.value')]).then(draw, draw)
  } else draw()
}

/** Whether the prerendered screen in the root, which the inline script put there and named, is what the address names. */
function isDrawn(): boolean {
  return page.dataset.drawn === hashLocation.get().replace(/\/?(\?.*)?$/, '')
}

/** The first screen is awake, though another may still stand before it. */
function ready(): void {
  if (page.dataset.awake !== undefined) return
  page.dataset.awake = ''
  // First: asking for the rest takes a slow phone longer than waking up one more field.
  onAppScreenShown(open)
  void styled()
  watchFromNowOn()
}

/** The held clicks may go ahead; what nobody waits for starts now. */
function open(): void {
  page.dataset.ready = ''
  dispatchEvent(new Event('guiche:ready'))
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  }
}
