import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { Facts, TicketCard } from '#checkout/web/ticket/TicketCard.tsx'
import { formatReais, reaisText } from '#kit/money.ts'
import { Button } from '#kit/web/Button.tsx'
import { DecimalField } from '#kit/web/form/DecimalField.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { takePayment, type WireTakePreview } from '../../../backoffice.ts'
import { type TakeMethod, takeMethodNames, takeMethods } from '../../../states.ts'
import { receivedProblem } from '../../../takeDecision.ts'
import css from './Counter.module.css'
import type { useCounter } from './useCounter.ts'

type Entry = { method: TakeMethod; received: number | null }
type Take = ReturnType<typeof useCounter>['take']

/** The ticket with what it pays, and how; the refusal where it pays nothing. */
export function TakeForm({ preview, onTake }: { preview: WireTakePreview; onTake: Take }) {
  const { ticket, plate, amount, refusal, after_exit: isAfterExit } = preview
  return (
    <TicketCard
      code={ticket.code}
      lot={ticket.lot}
      valueHuman={amount?.valueHuman}
      valueLabel={isAfterExit ? 'Saiu devendo' : 'A receber'}
    >
      {amount === null ? (
        <Callout tone="warn" title={refusal?.text ?? 'Não há valor a pagar neste ticket.'} />
      ) : (
        <HowPaid code={ticket.code} amount={amount.value} onTake={onTake} />
      )}
      <Facts
        facts={[
          plate !== null && { label: 'Placa', value: plate },
          { label: 'Entrada', value: dateTimeText(ticket.entranceDateTime, ticket.time_zone) },
          { label: 'Tempo', value: ticket.time },
        ]}
      />
    </TicketCard>
  )
}

type HowPaidProps = { code: string; amount: number; onTake: Take }

function HowPaid({ code, amount, onTake }: HowPaidProps) {
  const amountCents = Math.round(amount * 100)
  const form = useForm<Entry>({
    schema: schemaFor(amountCents),
    defaultValues: { method: 'cash', received: null },
  })
  useEffect(() => form.setFocus('received'), [form])
  return (
    <Form
      form={form}
      onSubmit={async ({ method, received }) => {
        await onTake(code, {
          method,
          value: amount,
          ...(method === 'cash' && received !== null && { received }),
        })
      }}
    >
      <fieldset className={css.methods}>
        <legend className="visually-hidden">Forma de pagamento</legend>
        {takeMethodNames.map((name) => (
          <label key={name}>
            <input type="radio" value={name} {...form.register('method')} />
            <span>{takeMethods[name].text}</span>
          </label>
        ))}
      </fieldset>
      <Cash amountCents={amountCents} />
      <Button>{`RECEBER ${formatReais(amount)}`}</Button>
    </Form>
  )
}

/** Keeps its place while a card machine is chosen. */
function Cash({ amountCents }: { amountCents: number }) {
  const { method, received } = useWatch<Entry>()
  const change = typeof received === 'number' ? Math.round(received * 100) - amountCents : null
  return (
    <div className={css.cash} data-away={method === 'cash' ? undefined : ''}>
      <DecimalField name="received" label="Recebido" />
      <p>
        <span>Troco</span>{' '}
        <LiveRegion as="span">{change === null || change < 0 ? '—' : reaisText(change)}</LiveRegion>
      </p>
    </div>
  )
}

/** Cash that was handed over is at least the amount. */
function schemaFor(amountCents: number) {
  return z.omit(takePayment.body, { value: true }).check((entry) => {
    const { method, received } = entry.value
    if (method !== 'cash' || typeof received !== 'number') return
    const message = receivedProblem(Math.round(received * 100), amountCents)
    if (message !== null) entry.issues.push({ code: 'custom', message, path: ['received'], input: received })
  })
}
