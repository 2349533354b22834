import { useEffect } from 'react'
import * as z from 'zod/mini'
import { Steps } from '#checkout/web/Steps.tsx'
import { onlyDigits } from '#kit/brazil.ts'
import { call } from '#kit/web/call/call.ts'
import type { CallFailure } from '#kit/web/failure.ts'
import { Button } from '#kit/web/Button.tsx'
import { EmailField } from '#kit/web/form/fields.tsx'
import { Form, useForm, useRefusal } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { go, stillHere, targetText } from '#kit/web/route/routes.ts'
import { HumanLine } from '#session/web/human/HumanLine.tsx'
import { setAccount, pixPayer } from '../../contract.ts'
import { CpfField, NameField } from '../create/PayerFields.tsx'
import { useDueTicket } from '../FlowTicket.tsx'
import { RememberedPayerPrompt } from '../remember/RememberedPayerPrompt.tsx'
import { useRemembered } from '../remember/useRemembered.ts'
import { TermsLinks, TermsText } from '../Terms.tsx'

type Entry = { name: string; cpfcnpj: string; email: string }

const schema = z.object({
  name: pixPayer.shape.name,
  cpfcnpj: pixPayer.shape.cpfcnpj,
  email: pixPayer.shape.email,
})

/** docs/methods.md#pix */
export default function PixPayer() {
  const { code, aside } = useDueTicket()
  const remembered = useRemembered()
  const query = { ticket: code, method: 'pix' }
  const advance = () => go('ticket.paymentType', { query })
  return (
    <Page title="Preencha seus dados" steps={<Steps at="accountData" />} aside={aside}>
      {remembered.person ? (
        <RememberedPayerPrompt
          by="pix"
          person={remembered.person}
          remembered={remembered}
          ticket={code}
          onSent={advance}
        />
      ) : (
        <Payer code={code} onSaved={advance} isNewPayer={remembered.isOther} refusal={remembered.refusal} />
      )}
      <TermsLinks back={{ backTo: targetText('ticket.account', { query }) }} />
      <Button look="quiet" onClick={() => go('ticket.value', { query: { ticket: code } })}>
        Voltar
      </Button>
    </Page>
  )
}

type PayerProps = {
  code: string | undefined
  onSaved: () => void
  isNewPayer: boolean
  refusal: CallFailure | null
}

function Payer({ code, onSaved, isNewPayer, refusal }: PayerProps) {
  const form = useForm<Entry>({
    schema,
    defaultValues: { name: '', cpfcnpj: '', email: '' },
    draft: 'account',
  })
  useRefusal(form, refusal)
  useEffect(() => {
    if (isNewPayer) form.setFocus('name')
  }, [form, isNewPayer])
  const save = async ({ name, cpfcnpj, email }: Entry) => {
    const isHere = stillHere()
    const body = { method: 'pix' as const, name, cpfcnpj: onlyDigits(cpfcnpj), email, ticket_code: code }
    await whileLoading(call(setAccount, { body }))
    if (isHere()) onSaved()
  }
  return (
    <Form form={form} onSubmit={save} leads>
      <Panel>
        <NameField />
        <CpfField />
        <EmailField
          hint="Para receber o recibo. Sem ele, guarde a tela de confirmação."
          enterKeyHint="done"
          required={false}
        />
      </Panel>
      <TermsText byPix />
      <Actions>
        <HumanLine />
        <Button>CONCORDAR E IR PARA PAGAMENTO</Button>
      </Actions>
    </Form>
  )
}
