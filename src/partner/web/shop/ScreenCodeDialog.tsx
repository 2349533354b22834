import { useEffect, useRef, useState } from 'react'
import type { ReplyOf } from '#kit/endpoint.ts'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notifyFailure } from '#kit/web/notice/notify.ts'
import { formatDayAndTime } from '#kit/web/time/instantTexts.ts'
import { createScreenCode } from '../../contract.ts'
import { formatShopCode } from '../../shopCode.ts'
import css from './Shop.module.css'
import type { OwnBenefit } from './useValidate.ts'

type ScreenCode = ReplyOf<typeof createScreenCode>['data']
type Props = { benefits: readonly OwnBenefit[]; onClose: () => void }

/** For a customer whose ticket is in the car: their phone reads the code, for one ticket. */
export function ScreenCodeDialog({ benefits, onClose }: Props) {
  const [shown, setShown] = useState<{ benefit: OwnBenefit; code: ScreenCode } | null>(null)
  const create = useOneAtATime(async (benefit: OwnBenefit) => {
    try {
      const { data } = await whileLoading(call(createScreenCode, { body: { benefit_id: benefit.id } }))
      setShown({ benefit, code: data })
    } catch (failure) {
      notifyFailure(failure)
      onClose()
    }
  })
  const only = benefits.length === 1 ? benefits[0] : undefined
  useEffect(() => {
    if (only) void create(only)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a single benefit is not asked for, once
  }, [])
  return (
    <Dialog title="Código para o cliente" shape="sheet" onClose={onClose}>
      {shown ? (
        <Shown {...shown} onAgain={() => void create(shown.benefit)} />
      ) : (
        !only && (
          <>
            <p>Para qual benefício?</p>
            {benefits.map((benefit) => (
              <Button key={benefit.id} variant="plain" onClick={() => void create(benefit)}>
                {benefit.name}
              </Button>
            ))}
          </>
        )
      )}
    </Dialog>
  )
}

type ShownProps = { benefit: OwnBenefit; code: ScreenCode; onAgain: () => void }

function Shown({ benefit, code: { code, qr, expires_at: until }, onAgain }: ShownProps) {
  const letters = useRef<HTMLParagraphElement>(null)
  // The pressed button is gone.
  useEffect(() => letters.current?.focus(), [code])
  return (
    <>
      <p>{`${benefit.name}, para um ticket. O cliente aponta a câmera do celular:`}</p>
      <img
        className={css.code}
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        alt="QR code do endereço em que o cliente usa o convênio"
        width={240}
        height={240}
      />
      <p ref={letters} tabIndex={-1} className="figure" translate="no">
        {formatShopCode(code)}
      </p>
      <p>{`Vale até ${formatDayAndTime(until)}.`}</p>
      <Button variant="plain" onClick={onAgain}>
        Mostrar outro código
      </Button>
    </>
  )
}
