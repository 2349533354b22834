import { Live } from '#kit/web/notice/Live.tsx'
import { useEffect, useRef } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { HumanLine } from '#session/web/human/HumanLine.tsx'
import { useOfflineReason } from '#kit/web/notice/online.ts'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { Actions } from '#kit/web/page/Page.tsx'
import { termsOf } from '../../method/captureTerms.ts'
import type { WireTransaction } from '../../contract.ts'
import css from '../../web/Payment.module.css'

export function PayButton({ payment, missing }: { payment: WireTransaction; missing?: string | undefined }) {
  const offline = useOfflineReason()
  const isHeld = termsOf(payment).take === 'hold'
  return (
    <Actions>
      <HumanLine />
      {isHeld && (
        <p id="held" className={css.held}>
          pré-autorizado; cobrado só o usado
        </p>
      )}
      <Button icon="lock" missing={offline ?? missing} aria-describedby={isHeld ? 'held' : undefined}>
        {`PAGAR R$ ${payment.valueHuman}`}
      </Button>
    </Actions>
  )
}

export function Refusal({ reason, payment }: { reason: string | null; payment: WireTransaction }) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (reason !== null) alert.current?.scrollIntoView({ block: 'center' })
  }, [reason, payment.attempts_left])
  return (
    <Live as="div" role="alert" className={css.alert} ref={alert}>
      {reason !== null && (
        <Situation tone="stop" title="O pagamento não foi concluído">
          <p>{reason}</p>
        </Situation>
      )}
    </Live>
  )
}
