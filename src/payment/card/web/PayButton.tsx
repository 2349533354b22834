import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { useEffect, useRef } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { HumanCheckStatus } from '#session/web/human/HumanCheckStatus.tsx'
import { useOfflineReason } from '#kit/web/notice/useOfflineReason.ts'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { Actions } from '#kit/web/page/Page.tsx'
import { captureTermsOf } from '../../method/captureTerms.ts'
import type { WireTransaction } from '../../contract.ts'
import css from '../../web/Payment.module.css'

export function PayButton({ payment, missing }: { payment: WireTransaction; missing?: string | undefined }) {
  const offline = useOfflineReason()
  const isHeld = captureTermsOf(payment).captureMode === 'hold'
  return (
    <Actions>
      <HumanCheckStatus />
      {isHeld && (
        <p id="held" className={css.held}>
          pré-autorizado; cobrado só o usado
        </p>
      )}
      <Button icon="lock" disabledReason={offline ?? missing} aria-describedby={isHeld ? 'held' : undefined}>
        {`PAGAR R$ ${payment.valueHuman}`}
      </Button>
    </Actions>
  )
}

export function PayRefusal({ reason, payment }: { reason: string | null; payment: WireTransaction }) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (reason !== null) alert.current?.scrollIntoView({ block: 'center' })
  }, [reason, payment.attempts_left])
  return (
    <LiveRegion as="div" role="alert" className={css.alert} ref={alert}>
      {reason !== null && (
        <Callout tone="stop" title="O pagamento não foi concluído">
          <p>{reason}</p>
        </Callout>
      )}
    </LiveRegion>
  )
}
