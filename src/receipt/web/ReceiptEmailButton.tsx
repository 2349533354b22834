import { lazy, Suspense, useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import type { WireTransaction } from '#payment/contract.ts'

const ReceiptEmailDialog = lazy(() => import('./ReceiptEmailDialog.tsx'))

type Props = { payment: WireTransaction; onSent: (payment: WireTransaction) => void }

export function ReceiptEmailButton({ payment, onSent }: Props) {
  const [isOpen, setOpen] = useState(false)
  if (payment.receipt_to || payment.has_user) return null
  return (
    <>
      <Button variant="quiet" icon="mail" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Receber o recibo por e-mail
      </Button>
      {isOpen && (
        <Suspense>
          <ReceiptEmailDialog token={payment.ws_token} onSent={onSent} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
