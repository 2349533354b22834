import { useEffect } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { whenIdle } from '#kit/web/idle.ts'
import { HumanLine } from '#session/web/human/HumanLine.tsx'
import { prepareHuman } from '#session/web/human/humanDoor.ts'
import { Field } from '#kit/web/field/Field.tsx'
import { Steps } from '#checkout/web/Steps.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { PaidHere } from '#payment/web/known/PaidHere.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { ScanButton } from './scan/ScanButton.tsx'
import { useTicketSearch } from './useTicketSearch.ts'

const loadLeave = () => import('#session/web/leave.ts')

/** Rendered at build time (docs/spec.md#ticket-look-up). */
export default function TicketReadPage() {
  const { field, problem, ways, corrected, submit, scanned, unreached } = useTicketSearch()
  useEffect(() => whenIdle(() => void loadLeave().catch(() => undefined)), [])
  return (
    <Page title="Buscar ticket" steps={<Steps />}>
      <PaidHere />
      <form noValidate onSubmit={submit} onFocus={prepareHuman}>
        <Panel>
          <Field
            ref={field}
            name="ticket"
            label="Número do ticket"
            hint="São 13 números, impressos no ticket de papel, junto ao código de barras."
            placeholder="0001234567890"
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="search"
            countDigits={13}
            error={problem}
            onInput={corrected}
            required
          />
          <ScanButton text="Ler código de barras" onCodes={scanned} onFailed={unreached} />
        </Panel>
        <HumanLine />
        <Actions>
          <Button>CONSULTAR VALOR</Button>
        </Actions>
      </form>
      {ways}
      <RouteLink to="ticket.receipt" look="quiet" icon="mail">
        Reenviar um recibo
      </RouteLink>
      <Button look="quiet" onClick={() => void loadLeave().then(({ leave }) => leave(), unreached)}>
        Voltar
      </Button>
    </Page>
  )
}
