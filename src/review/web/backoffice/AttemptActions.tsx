import { humanMoney, toReais } from '#kit/money.ts'
import { call } from '#kit/web/call/call.ts'
import { notify } from '#kit/web/notice/notify.ts'
import css from '#staff/web/backoffice/Ops.module.css'
import { ReasonButton } from '#staff/web/backoffice/ReasonDialog.tsx'
import { decideAttempt, type BackOfficeTransaction } from '../../backoffice.ts'
import { methodRow } from '#payment/method/method.ts'
import { openDisputeText } from '#payment/cases.ts'
import { isKeptMoneyCase } from '#payment/caseKinds.ts'
import { attemptStateName, type AttemptDecision } from '#payment/attemptStates.ts'

type Attempt = BackOfficeTransaction['attempts'][number]
type Props = { entity: BackOfficeTransaction; attempt: Attempt; reload: () => void }

export function AttemptActions({ entity, attempt, reload }: Props) {
  if (attempt.can.length === 0) return null
  const texts = attemptDecisionTexts(attempt, entity)
  return (
    <div className={css.buttons}>
      {attempt.can.map((decision) => (
        <ReasonButton
          {...texts[decision]}
          key={decision}
          button={texts[decision].title}
          onChanged={reload}
          run={(reason) =>
            decide(entity, attempt, { decision, reason, value: toReais(doubtedCents(entity)) })
          }
        >
          <p>{texts[decision].text}</p>
        </ReasonButton>
      ))}
    </div>
  )
}

function attemptDecisionTexts({ state, amount }: Attempt, entity: BackOfficeTransaction) {
  const { payment_type, cases } = entity
  const { refundTo, refundButtonText } = methodRow(payment_type)
  const isHeld = state === 'held'
  const isGoingBack = state === 'giving_back'
  const isDisputed = !isHeld && cases.some(({ kind }) => kind === 'chargeback')
  // Money kept of a reservation pays no stay.
  const paysStay = !cases.some(({ kind }) => kind === 'came_in_time')
  return {
    again: {
      title: 'Tentar de novo',
      yes: 'Tentar',
      text:
        isHeld || isGoingBack
          ? 'Pedimos outra vez à adquirente agora.'
          : 'Perguntamos à adquirente por esta tentativa agora.',
    },
    accept: {
      title: 'Aceitar como está',
      yes: 'Aceitar',
      text: isGoingBack
        ? `Os R$ ${amount.valueHuman} não voltam mais por aqui: só aceite depois de resolver com o cliente por outro meio.`
        : paysStay
          ? 'Os dois pagamentos ficam, e a permanência continua paga.'
          : 'O valor retido da reserva fica. A permanência é cobrada à parte.',
    },
    give_back: {
      title: isHeld ? 'Liberar a pré-autorização' : refundButtonText,
      yes: isHeld ? 'Liberar' : 'Devolver',
      danger: true,
      warning: isDisputed ? openDisputeText : null,
      text: isHeld
        ? 'Nada é cobrado no cartão. A permanência que não foi paga é cobrada no caixa.'
        : `R$ ${humanMoney(doubtedCents(entity))} voltam ${refundTo}. A permanência ${paysStay ? 'continua paga' : 'é cobrada à parte'}.`,
    },
  }
}

/** What `give_back` returns: what is over now, at most what is kept. */
function doubtedCents({ cases, kept }: BackOfficeTransaction): number {
  const keptCents = Math.round(kept.value * 100)
  const doubted = cases.filter(({ kind }) => isKeptMoneyCase(kind))
  const cents = doubted.reduce((sum, { amount }) => sum + Math.round(amount.value * 100), 0)
  return doubted.length === 0 ? keptCents : Math.min(cents, keptCents)
}

type DecisionBody = { decision: AttemptDecision; reason: string; value: number }

async function decide({ id }: BackOfficeTransaction, { n }: Attempt, body: DecisionBody): Promise<void> {
  const { data } = await call(decideAttempt, { params: { id, n: String(n) }, body })
  const state = data.attempts.find((one) => one.n === n)?.state ?? ''
  notify(`Tentativa ${n}: ${attemptStateName(state).text}.`, 'success', 3_000)
}
