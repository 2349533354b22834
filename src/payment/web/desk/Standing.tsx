import { dateTimeText } from '#kit/web/time/instants.ts'
import { Situation } from '#kit/web/notice/Situation.tsx'
import type { DeskTransaction } from '../../desk.ts'
import { cases, isEvent } from '../../review/cases.ts'
import { CloseCase } from './cases/CloseCase.tsx'

/** What staff should know of a payment before they do anything. Nothing while it is as it should be. */
export function Standing({ entity, reload }: { entity: DeskTransaction; reload: () => void }) {
  return (
    <>
      {entity.cases.map(({ kind, amount }) => (
        <Situation key={kind} tone="warn" title={cases[kind].text}>
          <p>
            R$ {amount.valueHuman}. {cases[kind].todo}
          </p>
          {entity.can.close && isEvent(kind) && <CloseCase entity={entity} kind={kind} reload={reload} />}
        </Situation>
      ))}
      <StandingOf entity={entity} />
    </>
  )
}

function StandingOf({ entity }: { entity: DeskTransaction }) {
  const last = entity.refunds[entity.refunds.length - 1]
  if (entity.differs)
    return (
      <Situation tone="warn" title="A adquirente cobrou outro valor">
        <p>
          Pedimos R$ {entity.amount.valueHuman} e ela cobrou R$ {entity.kept.valueHuman}. Decida se o valor
          fica ou volta ao cliente.
        </p>
      </Situation>
    )
  if (entity.state === 'unknown' || entity.state === 'review')
    return (
      <Situation tone="warn" title="A adquirente não deu uma resposta clara">
        <p>
          Pergunte de novo à empresa que processa os pagamentos. O que ela responder é registrado e vale mais
          do que qualquer decisão.
        </p>
      </Situation>
    )
  if (entity.state === 'refunding') return <Refunding entity={entity} />
  // What is over is not to be tried again, whatever its last refund says.
  if (entity.refund_terms?.over)
    return (
      <Situation tone="sign" title="O prazo para devolver acabou">
        <p>
          A adquirente só devolvia esta venda até {dateTimeText(entity.refund_terms.until, entity.time_zone)}.
          Resolva com o cliente por outro meio.
        </p>
      </Situation>
    )
  if (last?.state === 'refused')
    return (
      <Situation tone="stop" title="A última devolução foi recusada">
        <p>
          {[last.why, 'Nada foi devolvido por ela.', codeText(last.return_code)].filter(Boolean).join(' ')}
        </p>
      </Situation>
    )
  return null
}

function Refunding({ entity }: { entity: DeskTransaction }) {
  const putOff = entity.refunds.find(({ put_off_until: until }) => until !== null)?.put_off_until
  if (!putOff)
    return (
      <Situation tone="sign" title="Devolução em andamento" working>
        <p>A adquirente ainda não confirmou. Não é preciso pedir outra vez.</p>
      </Situation>
    )
  return (
    <Situation tone="sign" title={`Será devolvido em ${dateTimeText(putOff, entity.time_zone)}`}>
      <p>A adquirente não faz esta devolução no dia da venda. Não é preciso pedir outra vez.</p>
    </Situation>
  )
}

/** Codes of the acquirer's, which it asks for; ours say nothing more. */
function codeText(code: string | null): string | null {
  return code === null || code === 'ledger' || code === 'denied' ? null : `Código ${code}.`
}
