import '#kit/web/tokens.css'
import '#kit/web/base.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { registerDoor } from '#kit/web/call/door.ts'
import { setCaptcha } from '#session/web/human/human.ts'
import { humanDoor } from '#session/web/human/humanDoor.ts'
import { watchConnection } from '#kit/web/notice/online.ts'
import { hashLocation, navigate, watchLocation } from '#kit/web/route/location.ts'
import { hrefOf, registerRoutes } from '#kit/web/route/routes.ts'
import { readSettings } from '#site/web/settings.ts'
import { App } from './App.tsx'
import { routes } from './nouns.ts'
import { rootRedirect } from './screens.ts'

registerRoutes(routes)
registerDoor(humanDoor)
if (hashLocation.get() === '/') navigate(hrefOf(rootRedirect).slice(1), { replace: true })
watchLocation()
watchConnection()

const settings = readSettings()
setCaptcha({ kind: settings.captcha, siteKey: settings.recaptchaSiteKey })
const page = document.documentElement
const root = document.getElementById('root')
if (root) {
  const app = <App settings={settings} onReady={ready} />
  // `drawn` is set by the inline script when a prerendered screen stands in the root.
  if (page.dataset.drawn === 'screen') hydrateRoot(root, app)
  else createRoot(root).render(app)
}

/** The held clicks may go ahead; what nobody waits for starts now. */
function ready(): void {
  if (page.dataset.ready !== undefined) return
  page.dataset.ready = ''
  dispatchEvent(new Event('guiche:ready'))
  import('./afterwards.ts').then(({ afterwards }) => afterwards()).catch(() => undefined)
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  }
}
