import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { Dialog, DialogActions } from '#kit/web/dialog/Dialog.tsx'
import { TextField } from '#kit/web/form/fields.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import type { WireTransaction } from '#payment/contract.ts'
import { HumanCheckStatus } from '#session/web/human/HumanCheckStatus.tsx'
import { emailReceipt } from '../contract.ts'

type Props = { token: string; onSent: (payment: WireTransaction) => void; onClose: () => void }

export default function ReceiptEmailDialog({ token, onSent, onClose }: Props) {
  const form = useForm<{ email: string }>({ schema: emailReceipt.body, defaultValues: { email: '' } })
  const send = useOneAtATime(async (body: { email: string }) => {
    const { data } = await whileLoading(call(emailReceipt, { params: { token }, body }))
    notify('Recibo enviado.', 'success')
    onSent(data)
  })
  return (
    <Dialog title="Receber o recibo por e-mail" onClose={onClose}>
      <Form form={form} onSubmit={send}>
        <TextField
          name="email"
          label="E-mail"
          hint="Confira o endereço: ele fica guardado com este pagamento."
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          enterKeyHint="send"
          required
        />
        <HumanCheckStatus />
        <DialogActions>
          <Button icon="mail">ENVIAR RECIBO</Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
