import { useEffect } from 'react'
import * as z from 'zod/mini'
import { onlyDigits } from '#kit/brazil.ts'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { EmailField } from '#kit/web/form/fields.tsx'
import { Form, useForm, useServerErrors } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { Actions, Panel } from '#kit/web/page/Page.tsx'
import { watchForNavigation } from '#kit/web/route/routes.ts'
import { HumanCheckStatus } from '#session/web/human/HumanCheckStatus.tsx'
import { pixPayer, setAccount } from '../../contract.ts'
import { CpfField, NameField } from '../create/PayerFields.tsx'
import type { PayerProps } from '../remember/useRememberedPayer.ts'
import { TermsPanel } from '../Terms.tsx'

type Entry = { name: string; cpfcnpj: string; email: string }

const schema = z.pick(pixPayer, { name: true, cpfcnpj: true, email: true })

/** docs/methods.md#pix */
export default function PixPayer({ query, onSaved, isNewPayer, refusal }: PayerProps) {
  const form = useForm<Entry>({
    schema,
    defaultValues: { name: '', cpfcnpj: '', email: '' },
    draft: 'account',
  })
  useServerErrors(form, refusal)
  useEffect(() => {
    if (isNewPayer) form.setFocus('name')
  }, [form, isNewPayer])
  const save = async ({ name, cpfcnpj, email }: Entry) => {
    const isHere = watchForNavigation()
    const body = {
      method: 'pix' as const,
      name,
      cpfcnpj: onlyDigits(cpfcnpj),
      email,
      ticket_code: query.ticket,
    }
    await whileLoading(call(setAccount, { body }))
    if (isHere()) onSaved()
  }
  return (
    <Form form={form} onSubmit={save} enterMovesOn>
      <Panel>
        <NameField />
        <CpfField />
        <EmailField
          hint="Para receber o recibo. Sem ele, guarde a tela de confirmação."
          enterKeyHint="done"
          required={false}
        />
      </Panel>
      <TermsPanel byPix />
      <Actions>
        <HumanCheckStatus />
        <Button>CONCORDAR E IR PARA PAGAMENTO</Button>
      </Actions>
    </Form>
  )
}
