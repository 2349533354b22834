import { type FormEvent, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { lastTicketCode } from '#checkout/web/customer.ts'
import { Button } from '#kit/web/Button.tsx'
import { Field, type FieldProps } from '#kit/web/field/Field.tsx'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { useRoute } from '#kit/web/route/routes.ts'
import { HumanCheckStatus } from '#session/web/human/HumanCheckStatus.tsx'
import { prepareHumanProof } from '#session/web/human/humanChallengeHandler.ts'
import { formatShopCode, shopCode } from '../shopCode.ts'
import { TicketNumber } from './TicketNumber.tsx'
import { useCode } from './useCode.ts'

/** The driver's side of a shop's code: this tab's ticket takes it, else the number is asked for. */
export default function CodePage() {
  const given = z.safeParse(shopCode, useRoute().params['code'] ?? '')
  const known = given.success ? given.data : null
  const { fields, tabTicket, problem, forget, sendFields } = useCodeFields(known)
  const errorOf = (of: 'code' | 'ticket') => (problem?.of === of ? problem.text : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sendFields()
  }
  return (
    <Page title="Usar convênio">
      {problem?.of === 'all' && <Callout tone="warn" title={problem.text} takesFocus />}
      <form noValidate onSubmit={submit} onFocus={prepareHumanProof}>
        <Panel>
          {known === null ? (
            <CodeField ref={fields.code} error={errorOf('code')} onInput={forget} />
          ) : (
            <p>
              <span>Código</span> <strong translate="no">{formatShopCode(known)}</strong>
            </p>
          )}
          <TicketNumber
            field={fields.ticket}
            hint="São 13 números, impressos no ticket de papel, junto ao código de barras."
            defaultValue={tabTicket}
            error={errorOf('ticket')}
            onTyped={forget}
            onScanned={sendFields}
          />
        </Panel>
        <Actions>
          <HumanCheckStatus />
          <Button>USAR CONVÊNIO</Button>
        </Actions>
      </form>
    </Page>
  )
}

function CodeField(field: Pick<FieldProps, 'ref' | 'error' | 'onInput'>) {
  return (
    <Field
      {...field}
      name="code"
      label="Código do convênio"
      hint="São 10 letras e números, no papel ou na tela da loja."
      autoComplete="off"
      autoCapitalize="characters"
      required
    />
  )
}

/** A known code is sent as the screen opens, where this tab has a ticket; a wrong field gets the focus. */
function useCodeFields(known: string | null) {
  const [tabTicket] = useState(lastTicketCode)
  const code = useRef<HTMLInputElement>(null)
  const ticket = useRef<HTMLInputElement>(null)
  const { problem, forget, send } = useCode()
  useEffect(() => {
    if (known !== null && tabTicket !== undefined) void send(known, tabTicket)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only as the screen opens
  }, [])
  useEffect(() => {
    if (problem?.of === 'code') code.current?.focus()
    if (problem?.of === 'ticket') ticket.current?.focus()
  }, [problem])
  const sendFields = () => void send(known ?? code.current?.value ?? '', ticket.current?.value ?? '')
  return { fields: { code, ticket }, tabTicket, problem, forget, sendFields }
}
