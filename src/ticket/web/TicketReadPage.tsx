import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { whenIdle } from '#kit/web/idle.ts'
import { HumanLine } from '#session/web/human/HumanLine.tsx'
import { prepareHuman } from '#session/web/human/humanDoor.ts'
import { Field } from '#kit/web/field/Field.tsx'
import { Steps } from '#checkout/web/Steps.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { PaidHere } from '#payment/web/known/PaidHere.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { useTicketSearch } from './useTicketSearch.ts'

const loadLeave = () => import('#session/web/leave.ts')

const loadScan = () => import('./scan/ScanTicket.tsx')
const ScanTicket = lazy(loadScan)

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
          <ScanButton onCodes={scanned} onFailed={unreached} />
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

type Scanning = { onCodes: (codes: readonly string[]) => void; onFailed: () => void }

function ScanButton({ onCodes, onFailed }: Scanning) {
  const [scanning, setScanning] = useState(false)
  const stop = useCallback(() => setScanning(false), [])
  const found = useCallback(
    (codes: readonly string[]) => {
      setScanning(false)
      onCodes(codes)
    },
    [onCodes],
  )
  return (
    <>
      <Button
        look="plain"
        icon="scan"
        onClick={() => void loadScan().then(() => setScanning(true), onFailed)}
      >
        Ler código de barras
      </Button>
      {scanning && (
        <Suspense>
          <ScanTicket onCodes={found} onClose={stop} />
        </Suspense>
      )}
    </>
  )
}
