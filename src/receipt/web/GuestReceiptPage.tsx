import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { HumanCheckStatus } from '#session/web/human/HumanCheckStatus.tsx'
import { TextField } from '#kit/web/form/fields.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { lastTicketCode } from '#checkout/web/customer.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { resendGuestReceipt } from '../contract.ts'

type Entry = { code: string; email: string }

const back = () => go('ticket.read')

export default function GuestReceiptPage() {
  const [answer, setAnswer] = useState<string | null>(null)
  const code = useRoute().query['ticket'] ?? lastTicketCode() ?? ''
  const form = useForm<Entry>({
    schema: resendGuestReceipt.body,
    defaultValues: { code, email: '' },
    draft: `receipt.${code}`,
  })
  const send = useOneAtATime(async (entry: Entry) => {
    const { data } = await whileLoading(call(resendGuestReceipt, { body: entry }))
    setAnswer(data.message)
  })
  return (
    <Page title="Reenviar recibo" onBackClick={back}>
      {answer === null ? (
        <ResendForm form={form} onSubmit={send} />
      ) : (
        <>
          <Callout tone="sign" title="Pedido recebido" icon="mail" takesFocus>
            <p>{answer}</p>
            <p>Confira também a caixa de spam.</p>
          </Callout>
          <Button variant="plain" onClick={() => setAnswer(null)}>
            Pedir de novo
          </Button>
        </>
      )}
    </Page>
  )
}

type ResendFormProps = { form: UseFormReturn<Entry>; onSubmit: (entry: Entry) => Promise<void> }

function ResendForm({ form, onSubmit }: ResendFormProps) {
  return (
    <Form form={form} onSubmit={onSubmit}>
      <p>O recibo é enviado de novo para o e-mail informado no pagamento.</p>
      <Panel>
        <TextField
          name="code"
          label="Número do ticket"
          hint="São 13 números, impressos junto ao código de barras."
          inputMode="numeric"
          autoComplete="off"
          countDigits={13}
          required
        />
        <TextField
          name="email"
          label="E-mail"
          hint="O mesmo que você informou ao pagar."
          type="email"
          inputMode="email"
          autoComplete="email"
          required
        />
      </Panel>
      <Actions>
        <HumanCheckStatus />
        <Button icon="mail">REENVIAR RECIBO</Button>
      </Actions>
    </Form>
  )
}
