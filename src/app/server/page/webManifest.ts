import type { PageSettings } from '#site/pageSettings.ts'

const icons = [
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

export function webManifest({
  operatorName,
  signColor,
}: Pick<PageSettings, 'operatorName' | 'signColor'>): object {
  const name = operatorName === '' ? 'Guichê' : operatorName
  return {
    id: '/',
    name,
    short_name: name,
    description: 'Consulte e pague o ticket do estacionamento e veja até quando pode sair.',
    lang: 'pt-BR',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // As `--ground` and `--sign` of kit/web/tokens.css.
    background_color: '#f2f5fb',
    theme_color: signColor ?? '#0b57d0',
    icons,
  }
}
