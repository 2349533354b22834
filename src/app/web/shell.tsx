import { renderToString } from 'react-dom/server'
import { escapeHtml } from '#kit/markup.ts'
import { hashLocation } from '#kit/web/route/location.ts'
import { hrefOf, registerRoutes } from '#kit/web/route/routes.ts'
import type { PageSettings } from '#site/pageSettings.ts'
import { settingsBlock } from '#site/settingsBlock.ts'
import ContactPage from '#site/web/ContactPage.tsx'
import NotFoundPage from '#site/web/NotFoundPage.tsx'
import TermsPage from '#site/web/TermsPage.tsx'
import WelcomePage from '#site/web/WelcomePage.tsx'
import EarlyPage from '#ticket/web/early/EarlyPage.tsx'
import TicketReadPage from '#ticket/web/TicketReadPage.tsx'
import { App, LoadingScreen } from './App.tsx'
import { routes } from './modules.ts'
import { registerScreens, staticScreens } from './screens.ts'
import { showLocation } from './shownScreen.ts'

registerRoutes(routes)
registerScreens({
  welcome: WelcomePage,
  'ticket.read': TicketReadPage,
  contact: ContactPage,
  'terms.privacyPolicy': TermsPage,
  'not-found': NotFoundPage,
  'dev.ui': LoadingScreen,
  'ticket.value': EarlyPage,
})

export function renderShell(template: string, settings: PageSettings): string {
  const screens = staticScreens.map((name) => {
    const path = hrefOf(name).slice(1)
    return renderScreenTemplate(`t:${path.replace(/\/$/, '')}`, path, settings)
  })
  const waiting = renderScreenTemplate('t:', '/dev/ui', settings)
  const early = renderScreenTemplate('e:', hrefOf('ticket.value').slice(1), settings)
  return template
    .replace('<!--guiche:settings-->', () => settingsBlock(settings))
    .replace('<!--guiche:title-->', () => escapeHtml(settings.operatorName))
    .replace('<!--guiche:screens-->', () => [...screens, waiting, early].join(''))
}

function renderScreenTemplate(id: string, path: string, settings: PageSettings): string {
  hashLocation.set(path)
  showLocation()
  const html = renderToString(<App settings={settings} />)
  if (html.includes('<!--$!-->')) throw new Error(`the prerender of ${path} was cut short`)
  return `<template id="${id}">${html}</template>`
}
