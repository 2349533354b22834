import { WayForwardCallout } from '#checkout/web/wayForward/WayForwardCallout.tsx'
import { Button } from '#kit/web/Button.tsx'
import type { CallFailure } from '#kit/web/failure.ts'
import { Actions } from '#kit/web/page/Page.tsx'
import { go } from '#kit/web/route/routes.ts'
import { wayForwardAfter } from '../method/wayForward.ts'
import { LocalPaymentGuard } from './local/LocalPaymentNotice.tsx'
import { FailureTexts, failureIcon } from '#kit/web/notice/LoadFailed.tsx'
import { Callout } from '#kit/web/notice/Callout.tsx'

type Props = {
  token: string
  failure: CallFailure
  reload: () => void
  hidesWays?: boolean
}

export function PaymentLoadFailed({ token, failure, reload, hidesWays = false }: Props) {
  const absent = failure.status === 404 || failure.status === 422
  return (
    <>
      <Callout
        tone="warn"
        title={absent ? 'Pagamento não encontrado' : 'Não foi possível carregar o pagamento'}
        icon={failureIcon(failure)}
        takesFocus
      >
        {absent ? (
          <p>Confira o endereço, ou consulte o ticket de novo.</p>
        ) : (
          <FailureTexts failure={failure} />
        )}
      </Callout>
      <Actions>
        {absent ? (
          <Button type="button" onClick={() => go('ticket.read')}>
            CONSULTAR TICKET
          </Button>
        ) : (
          <Button type="button" onClick={reload}>
            Tentar novamente
          </Button>
        )}
      </Actions>
      <LocalPaymentGuard token={token}>
        {!hidesWays && <WayForwardCallout way={wayForwardAfter(failure.code)} />}
      </LocalPaymentGuard>
    </>
  )
}
