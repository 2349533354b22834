import { AnotherWay } from './AnotherWay.tsx'
import { useState } from 'react'
import { WaysForward } from '#checkout/web/ways/WaysForward.tsx'
import { Button } from '#kit/web/Button.tsx'
import { News } from '#kit/web/notice/News.tsx'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { useOfflineReason } from '#kit/web/notice/online.ts'
import { Actions } from '#kit/web/page/Page.tsx'
import { HumanLine } from '#session/web/human/HumanLine.tsx'
import type { WireTransaction } from '../../contract.ts'
import type { WayForward } from '#checkout/wayForward.ts'
import type { NewCode } from './useNewCode.ts'

type Props = {
  payment: WireTransaction
  reason: string | null
  way: WayForward
  newCode: NewCode
  onCancel: () => void
}

export function NoCode({ payment, reason, way, newCode, onCancel }: Props) {
  const [busy, setBusy] = useState(false)
  const offline = useOfflineReason()
  const make = async () => {
    setBusy(true)
    await newCode.make(payment).finally(() => setBusy(false))
  }
  return (
    <>
      <Situation tone={reason === null ? 'sign' : 'warn'} title={reason ?? 'Pague com Pix'} takesFocus>
        <p>
          {reason === null
            ? 'O código vale por alguns minutos e é pago no aplicativo do seu banco.'
            : 'Se você já pagou o código anterior, aguarde: o que não for devido é devolvido sozinho.'}
        </p>
      </Situation>
      <News>{newCode.news || null}</News>
      <WaysForward way={way} ticketCode={payment.ticket_code} />
      <Actions>
        <HumanLine />
        <Button type="button" busy={busy} missing={offline} onClick={() => void make()}>
          {`GERAR CÓDIGO PIX DE R$\u00a0${payment.valueHuman}`}
        </Button>
      </Actions>
      <AnotherWay payment={payment} onCancel={onCancel} />
    </>
  )
}
