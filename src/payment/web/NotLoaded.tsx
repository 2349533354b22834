import { WaysForward } from '#checkout/web/ways/WaysForward.tsx'
import { Button } from '#kit/web/Button.tsx'
import type { CallFailure } from '#kit/web/failure.ts'
import { Actions } from '#kit/web/page/Page.tsx'
import { go } from '#kit/web/route/routes.ts'
import { wayForwardAfter } from '../method/wayForward.ts'
import { UnlessPaid } from './known/KnownPayment.tsx'
import { failureIcon } from '#kit/web/notice/LoadFailed.tsx'
import { Situation } from '#kit/web/notice/Situation.tsx'

type Props = {
  token: string
  failure: CallFailure
  reload: () => void
  wayless?: boolean
}

export function NotLoaded({ token, failure, reload, wayless = false }: Props) {
  const absent = failure.status === 404 || failure.status === 422
  return (
    <>
      <Situation
        tone="warn"
        title={absent ? 'Pagamento não encontrado' : 'Não foi possível carregar o pagamento'}
        icon={failureIcon(failure)}
        takesFocus
      >
        <p>{absent ? 'Confira o endereço, ou consulte o ticket de novo.' : failure.message}</p>
      </Situation>
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
      <UnlessPaid token={token}>{!wayless && <WaysForward way={wayForwardAfter(failure.code)} />}</UnlessPaid>
    </>
  )
}
