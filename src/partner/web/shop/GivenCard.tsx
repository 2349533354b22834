import { lazy, Suspense, useState } from 'react'
import { TicketCard } from '#checkout/web/ticket/TicketCard.tsx'
import { formatReais } from '#kit/money.ts'
import { Button } from '#kit/web/Button.tsx'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { Actions } from '#kit/web/page/Page.tsx'
import { formatDayAndTime } from '#kit/web/time/instantTexts.ts'
import type { Given } from './useValidate.ts'

const UndoDialog = lazy(() => import('./UndoDialog.tsx'))

type Props = { given: Given; onNext: () => void; onUndone: () => void }

/** What was given, and what is left for the customer to pay. */
export function GivenCard({ given, onNext, onUndone }: Props) {
  const [asks, setAsks] = useState(false)
  const { ticket, benefit, off } = given
  const { covered_until: until, time_zone: zone } = ticket
  return (
    <>
      <Callout tone="go" title={`Ticket validado: ${benefit}`} takesFocus />
      <TicketCard
        code={ticket.code}
        valueLabel="O cliente paga"
        valueHuman={ticket.valueHuman}
        facts={[
          { label: `Desconto (${benefit})`, value: formatReais(off) },
          until !== null && { label: 'Saída livre até', value: formatDayAndTime(until, zone) },
        ]}
      />
      <Actions>
        <Button type="button" onClick={onNext}>
          Próximo ticket
        </Button>
      </Actions>
      <Button variant="quiet" onClick={() => setAsks(true)}>
        Desfazer
      </Button>
      {asks && (
        <Suspense>
          <UndoDialog id={given.id} code={ticket.code} onUndone={onUndone} onClose={() => setAsks(false)} />
        </Suspense>
      )}
    </>
  )
}
