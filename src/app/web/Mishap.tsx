import { Component } from 'react'
import type { ReactNode } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { Page } from '#kit/web/page/Page.tsx'
import { forgetScreens } from './screens.ts'

type Props = { children: ReactNode }
type State = { failed: boolean }

/** Catches a screen that could not be drawn or fetched, and offers it again; header and footer stay. */
export class Mishap extends Component<Props, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Page title="Não foi possível abrir esta tela">
        <p role="alert">Erro na página, tente recarregar seu navegador. O que você digitou está guardado.</p>
        <Button
          type="button"
          onClick={() => {
            forgetScreens()
            this.setState({ failed: false })
          }}
        >
          Tentar novamente
        </Button>
        <Button look="quiet" onClick={() => location.reload()}>
          Recarregar a página
        </Button>
      </Page>
    )
  }
}
