import { useEffect } from 'react'
import { Page } from '#kit/web/page/Page.tsx'
import { replaceWith } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'

/** `/#/home`: where a login leads. It has no face of its own. */
export default function HomePage() {
  useEffect(() => replaceWith('user.menu'), [])
  return (
    <Page title="Carregando...">
      <Skeleton lines={5} />
    </Page>
  )
}
