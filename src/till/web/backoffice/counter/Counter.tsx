import { type RefObject, useEffect, useRef } from 'react'
import type { ReplyOf } from '#kit/endpoint.ts'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { formatReais } from '#kit/money.ts'
import { Button } from '#kit/web/Button.tsx'
import { Field } from '#kit/web/field/Field.tsx'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { hrefTo } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { ticketLabel } from '#ticket/backoffice.ts'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import type { readOwnTills } from '../../../backoffice.ts'
import { tillName } from '../../../states.ts'
import { OpenTillForm } from './OpenTillForm.tsx'
import type { UnansweredTake } from '../repeat.ts'
import { TakeForm } from './TakeForm.tsx'
import { TakenSlip } from './TakenSlip.tsx'
import css from './Counter.module.css'
import { type CounterView, useCounter } from './useCounter.ts'
import { useScanner } from './useScanner.ts'

type OwnTills = ReplyOf<typeof readOwnTills>['data']
type Props = { own: OwnTills; onOpened: () => void }

/** One field for every car; what it finds stands below. */
export function Counter({ own, onOpened }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const focusField = () => {
    if (!field.current) return
    field.current.value = ''
    field.current.focus()
  }
  useEffect(() => field.current?.focus(), [])
  const counter = useCounter(focusField)
  const find = (text: string) => {
    if (field.current) field.current.value = text
    // The next typed number replaces it.
    if (document.activeElement === field.current) field.current?.select()
    counter.find(text)
  }
  useScanner(find)
  return (
    <div className={css.counter}>
      <SearchPanel field={field} open={own.open} onFind={find} />
      <LiveRegion className="visually-hidden">{announcementOf(counter.view)}</LiveRegion>
      <div className={css.found}>
        {counter.unanswered ? (
          <Unanswered sent={counter.unanswered} onRepeat={counter.repeat} />
        ) : (
          <Found
            view={counter.view}
            lots={own.lots}
            onChoose={find}
            onTake={counter.take}
            onOpened={onOpened}
            onPrinted={focusField}
          />
        )}
      </div>
    </div>
  )
}

type SearchProps = {
  field: RefObject<HTMLInputElement | null>
  open: OwnTills['open']
  onFind: (text: string) => void
}

function SearchPanel({ field, open, onFind }: SearchProps) {
  return (
    <Panel>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const text = field.current?.value.trim() ?? ''
          if (text !== '') onFind(text)
        }}
      >
        <Field
          ref={field}
          label="Ticket ou placa"
          hint="Leia o código, ou digite e tecle Enter."
          labelEnd={open.map(({ id, number, lot }) => (
            <a key={id} href={hrefTo('staff.shift', { params: { id: String(id) } })}>
              {open.length === 1 ? tillName(number) : `${tillName(number)}, ${lot}`}
            </a>
          ))}
          autoComplete="off"
          autoCapitalize="characters"
          enterKeyHint="search"
        />
      </form>
    </Panel>
  )
}

function announcementOf(view: CounterView): string {
  if (view.step === 'failed') return view.text
  if (view.step === 'found')
    return view.preview.refusal?.text ?? `A receber: R$\u00a0${view.preview.amount?.valueHuman}.`
  if (view.step !== 'taken') return ''
  const { amount, change } = view.taken
  return `Recebido: R$\u00a0${amount.valueHuman}.${change === null ? '' : ` Troco: R$\u00a0${change.valueHuman}.`}`
}

function Unanswered({ sent: { code, body }, onRepeat }: { sent: UnansweredTake; onRepeat: () => void }) {
  const text = `O recebimento de ${formatReais(body.value)} do ticket ${formatTicketCode(code)} pode já estar registrado.`
  return (
    <Panel>
      <Callout tone="warn" title="O servidor não respondeu" takesFocus>
        <p>{`${text} Repita: ele não é feito duas vezes.`}</p>
      </Callout>
      <Button variant="primary" type="button" onClick={onRepeat}>
        REPETIR
      </Button>
    </Panel>
  )
}

type FoundProps = Pick<Props, 'onOpened'> & {
  view: CounterView
  lots: OwnTills['lots']
  onChoose: (code: string) => void
  onTake: ReturnType<typeof useCounter>['take']
  onPrinted: () => void
}

function Found({ view, lots, onChoose, onTake, onOpened, onPrinted }: FoundProps) {
  if (view.step === 'empty') return null
  if (view.step === 'searching') return <Skeleton lines={6} label="Procurando, aguarde..." />
  if (view.step === 'failed') return <Callout tone="warn" title={view.text} />
  if (view.step === 'choice') return <Choice rows={view.rows} onChoose={onChoose} />
  if (view.step === 'taken') return <TakenSlip taken={view.taken} onPrinted={onPrinted} />
  const { preview } = view
  if (preview.till === null && preview.refusal === null)
    return (
      <>
        <Callout tone="warn" title="Abra o caixa deste estacionamento antes de receber." />
        <OpenTillForm
          lots={lots.filter(({ id }) => id === preview.lot_id)}
          onOpened={() => {
            onOpened()
            onChoose(preview.ticket.code)
          }}
        />
      </>
    )
  return <TakeForm key={preview.ticket.code + preview.ticket.server_now} preview={preview} onTake={onTake} />
}

type ChoiceProps = {
  rows: Extract<CounterView, { step: 'choice' }>['rows']
  onChoose: (code: string) => void
}

function Choice({ rows, onChoose }: ChoiceProps) {
  return (
    <Panel title="Qual deles?">
      {rows.map((row) => (
        <Button key={row.id} variant="plain" onClick={() => onChoose(row.id)}>
          <span>{`${row.plate ?? 'Sem placa'}, ${formatTicketCode(row.id)}, ${dateTimeText(row.entered_at, row.time_zone)}`}</span>{' '}
          <Tag of={ticketLabel(row)} />
        </Button>
      ))}
    </Panel>
  )
}
