import { useCallback, useState } from 'react'
import { useController } from 'react-hook-form'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { useLoadOnReturn } from '#kit/web/call/useLoadOnReturn.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { EmailField, useFieldError } from '#kit/web/form/fields.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { TextAreaField } from '#kit/web/form/TextAreaField.tsx'
import { CallFailure, ignoreCallFailure } from '#kit/web/failure.ts'
import { Icon } from '#kit/web/Icon.tsx'
import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { Actions, Page } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { writeDraft } from '#kit/web/state/draft.ts'
import { readTransaction, type WireTransaction } from '#payment/contract.ts'
import { PaymentClosed } from '#payment/web/outcome/PaymentStateNotices.tsx'
// Adds the reservation to the schema of a payment's answer.
import '#reservation/wireReserve.ts'
import { openContest, readContest, type WireContest } from '../contract.ts'
import { type ContestReason, contestReasonNames, contestReasons } from '../states.ts'
import fieldCss from '#kit/web/field/Field.module.css'
import css from './Contest.module.css'
import { ContestStatus } from './ContestStatus.tsx'

export default function ContestPage() {
  const token = useRoute().params['token'] ?? ''
  const { view, reload } = useLoad(useCallback((signal: AbortSignal) => loadContest(token, signal), [token]))
  const isForeign = view.state === 'ready' && view.value === null
  const isAbsent = isForeign || (view.state === 'failed' && [404, 422].includes(view.failure.status))
  return (
    <Page title="Contestar pagamento" onBackClick={() => go('payment.done', { params: { token } })}>
      {view.state === 'loading' && <Skeleton lines={6} label="Buscando dados, aguarde..." />}
      {isAbsent && <PaymentNotFound />}
      {view.state === 'failed' && !isAbsent && (
        <LoadFailed title="Não foi possível carregar o pagamento" failure={view.failure} reload={reload} />
      )}
      {view.state === 'ready' && view.value && <Contest key={token} {...view.value} reload={reload} />}
    </Page>
  )
}

async function loadContest(token: string, signal: AbortSignal) {
  const { data: contest } = await call(readContest, { params: { token }, signal })
  const { data: payment } = await call(readTransaction, { params: { token }, signal })
  return payment.mine === false ? null : { contest, payment }
}

type ContestProps = { contest: WireContest | null; payment: WireTransaction; reload: () => void }

function Contest({ contest, payment, reload }: ContestProps) {
  const [isContestingAgain, setContestingAgain] = useState(false)
  const isRefunded = payment.state === 'refunded'
  const closeForm = () => {
    setContestingAgain(false)
    reload()
  }
  if (isRefunded && contest === null) return <PaymentClosed payment={payment} />
  if (contest === null || isContestingAgain)
    return (
      <>
        <p>
          <span>{`Ticket ${formatTicketCode(payment.ticket_code)},`}</span>{' '}
          <strong translate="no">{`R$ ${payment.valueHuman}`}</strong>
        </p>
        <ContestForm payment={payment} known={contest} onSent={closeForm} />
      </>
    )
  const isOver = contest.state === 'done' || contest.state === 'withdrawn'
  return (
    <>
      <ContestStatus contest={contest} payment={payment} reload={reload} />
      {isOver && !isRefunded && (
        <Button variant="quiet" onClick={() => setContestingAgain(true)}>
          Contestar de novo
        </Button>
      )}
    </>
  )
}

function PaymentNotFound() {
  const { name, params, query } = useRoute()
  return (
    <>
      <Callout tone="warn" title="Pagamento não encontrado" takesFocus>
        <p>Se ele foi feito com a sua conta, entre nela. Se não, confira o endereço.</p>
      </Callout>
      <Actions>
        <RouteLink to="login" query={{ to: JSON.stringify({ name, params, query }) }} variant="primary">
          ENTRAR
        </RouteLink>
      </Actions>
    </>
  )
}

const reasonHint = 'Toque no motivo. Contar o que aconteceu ajuda a resolver mais rápido.'

type Entry = { reason: ContestReason | ''; text: string; email: string }

type FormProps = {
  payment: WireTransaction
  /** An earlier one that is over. */
  known: WireContest | null
  onSent: () => void
}

/** Asks for an e-mail only where the payment has none. */
function ContestForm({ payment, known, onSent }: FormProps) {
  const draft = `contest.${payment.ws_token}`
  const form = useForm<Entry>({
    schema: openContest.body,
    defaultValues: { reason: '', text: '', email: '' },
    draft,
  })
  const params = { token: payment.ws_token }
  const finish = () => {
    writeDraft(draft, {})
    onSent()
  }
  /** A lost answer may have opened it, and so may another tab. */
  const isOpened = async () => {
    const { data } = await call(readContest, { params })
    return data !== null && data.protocol !== known?.protocol
  }
  const [isUnanswered, setUnanswered] = useState(false)
  useLoadOnReturn(isUnanswered, () => {
    isOpened().then((opened) => opened && finish(), ignoreCallFailure)
  })
  const send = useOneAtATime(async ({ reason, ...rest }: Entry) => {
    if (reason === '') return
    try {
      await whileLoading(call(openContest, { params, body: { reason, ...rest } }))
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure
      const isLost = failure.status === 0 || failure.status >= 500
      setUnanswered(isLost)
      const opened = isLost && (await whileLoading(isOpened().catch(falseWithoutAnswer)))
      if (failure.code !== 'contest_open' && !opened) throw failure
    }
    finish()
  })
  const chosen = form.watch('reason')
  return (
    <Form form={form} onSubmit={send}>
      <ReasonButtons />
      <LiveRegion className={css.hint}>{chosen === '' ? reasonHint : contestReasons[chosen].hint}</LiveRegion>
      <TextAreaField name="text" label="O que aconteceu?" required={false} maxLength={1000} />
      {!payment.receipt_to && <EmailField hint="Para receber a resposta." required={false} />}
      <Actions>
        <Button>ENVIAR</Button>
      </Actions>
    </Form>
  )
}

function falseWithoutAnswer(failure: unknown): false {
  ignoreCallFailure(failure)
  return false
}

function ReasonButtons() {
  const { field } = useController<Entry, 'reason'>({ name: 'reason' })
  const error = useFieldError('reason')
  return (
    <fieldset className={css.reasons}>
      <legend>Qual é o motivo?</legend>
      {contestReasonNames.map((name, at) => (
        <button
          key={name}
          type="button"
          className={css.reason}
          ref={at === 0 ? field.ref : undefined}
          aria-pressed={field.value === name}
          onClick={() => field.onChange(name)}
        >
          <span className={css.mark} />
          <span>{contestReasons[name].text}</span>
        </button>
      ))}
      {error !== undefined && (
        <LiveRegion className={fieldCss.error} role="alert">
          <Icon name="alert" size={18} />
          <span>{error}</span>
        </LiveRegion>
      )}
    </fieldset>
  )
}
