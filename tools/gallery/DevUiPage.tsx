import Gallery from './Gallery.tsx'
import NotFoundPage from '#site/web/NotFoundPage.tsx'
import { useSettings } from '#site/web/settings.ts'

/** `/#/dev/ui`: the kit's gallery, outside production. */
export default function DevUiPage() {
  return useSettings().demo ? <Gallery /> : <NotFoundPage />
}
