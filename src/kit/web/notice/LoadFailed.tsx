import { Button } from '../Button.tsx'
import type { IconName } from '../Icon.tsx'
import { type CallFailure, failureText } from '../failure.ts'
import { RouteLink } from '../route/RouteLink.tsx'
import { useRoute } from '../route/routes.ts'
import { Callout } from './Callout.tsx'
import { LiveRegion } from './LiveRegion.tsx'

/** Its message, then the answer's `errors`, a paragraph each (docs/spec.md#call-errors). */
export function FailureTexts({ failure }: { failure: CallFailure }) {
  return failureText(failure)
    .split('\n')
    .map((text) => <p key={text}>{text}</p>)
}

type Props = { title: string; failure: CallFailure; reload: () => void }

export function failureIcon({ status }: CallFailure): IconName {
  return status === 0 ? 'offline' : 'warning'
}

export function LoadFailed({ title, failure, reload }: Props) {
  const { name, params, query } = useRoute()
  if (failure.status === 401) {
    const to = JSON.stringify({ name, params, query })
    return (
      <>
        <Callout tone="warn" title="Entre na sua conta para continuar" icon="lock">
          <p>Esta tela mostra dados que são só seus.</p>
        </Callout>
        <RouteLink to="login" query={{ to }} variant="primary">
          ENTRAR
        </RouteLink>
      </>
    )
  }
  return (
    <>
      <LiveRegion as="div" role="alert">
        <Callout tone="warn" title={title} icon={failureIcon(failure)}>
          <FailureTexts failure={failure} />
        </Callout>
      </LiveRegion>
      {failure.status !== 422 && (
        <Button type="button" variant="plain" onClick={reload}>
          Tentar novamente
        </Button>
      )}
    </>
  )
}
