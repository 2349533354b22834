import { useEffect } from 'react'
import { Page } from '#kit/web/page/Page.tsx'
import { replaceWith } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'

/** Where a login ends without `to`: the customer's menu. */
export default function HomePage() {
  useEffect(() => replaceWith('user.menu'), [])
  return (
    <Page title="Carregando...">
      <Skeleton lines={5} />
    </Page>
  )
}
