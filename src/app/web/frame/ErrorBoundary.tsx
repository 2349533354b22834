import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { Component, type ReactNode } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { Page } from '#kit/web/page/Page.tsx'
import { Footer } from './Footer.tsx'
import { showAppScreen } from '#ticket/web/early/earlyLookUp.ts'

type Props = { children: ReactNode; onReady: (() => void) | undefined }
type State = { failed: boolean }

/** Retrying reloads the page, because browsers cache a failed module import. */
export class ErrorBoundary extends Component<Props, State> {
  constructor(props: Props) {
    super(props)
    this.state = { failed: false }
  }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override componentDidCatch(thrown: Error): void {
    // Whoever reports unhandled errors hears of it.
    void Promise.reject(thrown)
    showAppScreen()
    this.props.onReady?.()
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <>
        <Page title="Não foi possível abrir esta tela">
          <LiveRegion role="alert">
            Erro na página, tente recarregar seu navegador. O que você digitou está guardado.
          </LiveRegion>
          <Button type="button" onClick={() => location.reload()}>
            Tentar novamente
          </Button>
        </Page>
        <Footer />
      </>
    )
  }
}
