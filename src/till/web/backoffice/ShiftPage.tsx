import { formatTaxId } from '#kit/brazil.ts'
import { formatReais } from '#kit/money.ts'
import { useRoute } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { DetailPage } from '#staff/web/backoffice/DetailPage.tsx'
import ops from '#staff/web/backoffice/Ops.module.css'
import { PrintedPaper } from '#staff/web/backoffice/PrintedPaper.tsx'
import paper from '#staff/web/backoffice/PrintedPaper.module.css'
import { readTill, type WireTill } from '../../backoffice.ts'
import { differenceText } from '../../expected.ts'
import { movementKinds, takeMethods, tillName, tillStates } from '../../states.ts'
import { shiftActions } from './shiftActions.tsx'
import { Takes } from './Takes.tsx'
import css from './Shift.module.css'

/** A till from its float to its count, on the screen as on paper. */
export default function ShiftPage() {
  return (
    <DetailPage
      kind="Caixa"
      endpoint={readTill}
      id={useRoute().params['id'] ?? ''}
      failed="Não foi possível carregar o caixa"
      heading={({ number, lot, state, difference }) => ({
        title: `${tillName(number)}, ${lot}`,
        status: tillStates[state],
        amount: difference && differenceText(difference),
      })}
      actions={shiftActions}
    >
      {(till, reload) => (
        <div className={ops.wide}>
          <PrintedPaper>
            <Summary till={till} />
            <Takes till={till} reload={reload} />
            <Movements till={till} />
            <p className={`${css.printed} ${css.signature}`}>{`${till.person}, assinatura`}</p>
          </PrintedPaper>
        </div>
      )}
    </DetailPage>
  )
}

type Props = { till: WireTill }
type Row = readonly [label: string, value: string | null]

function Summary({ till }: Props) {
  const { operator, sums } = till
  const at = (iso: string) => dateTimeText(iso, till.time_zone)
  const counted = (name: keyof NonNullable<typeof sums>) =>
    sums && `${formatReais(sums[name].amount.value)} (${sums[name].count})`
  const rows: readonly Row[] = [
    ['Operador', till.person],
    ['Aberto', at(till.opened_at)],
    ['Fechado', till.closed_at && at(till.closed_at)],
    ['Fechado por', till.closed_by === till.person ? null : till.closed_by],
    ['Por quê', till.close_reason],
    ['Fundo de troco', `R$\u00a0${till.float.valueHuman}`],
    [takeMethods.cash.text, counted('cash')],
    [movementKinds.deposit.text, counted('deposit')],
    [movementKinds.withdrawal.text, counted('withdrawal')],
    ['Esperado na gaveta', till.expected && `R$\u00a0${till.expected.valueHuman}`],
    ['Contado', till.counted && `R$\u00a0${till.counted.valueHuman}`],
    ['Diferença', till.difference && differenceText(till.difference)],
    ['Motivo da diferença', till.difference_reason],
    ['Soma da maquininha', counted('card_machine')],
    ['Desfeitos', counted('undone')],
  ]
  return (
    <>
      <h2 className={css.printed}>{`${tillName(till.number)}, ${till.lot}`}</h2>
      <p>{`${operator.name}${operator.cnpj === '' ? '' : `, CNPJ ${formatTaxId(operator.cnpj)}`}`}</p>
      {sums === null && <p className={ops.soft}>As somas aparecem depois de contar a gaveta.</p>}
      <table className={`${paper.rows} ${paper.pairs}`} aria-label="Resumo">
        <tbody>
          {rows.map(
            ([label, value]) =>
              value !== null && (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{value}</td>
                </tr>
              ),
          )}
        </tbody>
      </table>
    </>
  )
}

function Movements({ till: { movements, time_zone: zone } }: Props) {
  if (movements.length === 0) return null
  return (
    <section className={css.part}>
      <h2>Sangrias e suprimentos</h2>
      <table className={`${paper.rows} ${paper.pairs}`} aria-label="Sangrias e suprimentos">
        <tbody>
          {movements.map(({ id, kind, amount, reason, at }) => (
            <tr key={id}>
              <th scope="row">{`${movementKinds[kind].text} de R$\u00a0${amount.valueHuman}`}</th>
              <td className={ops.reason}>{`${dateTimeText(at, zone)}: ${reason}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
