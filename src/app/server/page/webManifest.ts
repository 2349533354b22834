import type { PageSettings } from '#site/pageSettings.ts'
import { shortNameOf } from '#kit/text/shortName.ts'

const icons = [
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

type Named = Pick<PageSettings, 'operatorName' | 'operatorShortName' | 'signColor'>

export function webManifest({ operatorName, operatorShortName, signColor }: Named): object {
  const name = operatorName === '' ? 'Guichê' : operatorName
  return {
    id: '/',
    name,
    short_name: shortNameOf(name, operatorShortName),
    description: 'Consulte e pague o ticket do estacionamento e veja até quando pode sair.',
    lang: 'pt-BR',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // The colours `--ground` and `--sign` of kit/web/tokens.css.
    background_color: '#f2f5fb',
    theme_color: signColor ?? '#0b57d0',
    icons,
  }
}
