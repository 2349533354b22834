import { Actions, Page } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'

export default function NotFoundPage() {
  return (
    <Page title="Página não encontrada">
      <p>A página que você procura não existe ou foi movida.</p>
      <Actions>
        <RouteLink to="welcome" variant="primary">
          Ir para a página inicial
        </RouteLink>
      </Actions>
    </Page>
  )
}
