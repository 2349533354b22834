import { dayText } from '#kit/calendar.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import { methods } from '#payment/method/method.ts'
import type { WireClosing, WireClosingLine, WireTotals } from '../../backoffice.ts'
import { sumOfDay } from '../../ofDay.ts'
import { sections } from '../../sections.ts'
import { reaisText } from './amounts.ts'
import css from './Closing.module.css'

const sumTexts = [
  ['gross', 'Bruto'],
  ['refunded', 'Devolvido'],
  ['net', 'Líquido'],
  ['machine', 'Máquinas'],
  ['till', 'Balcão'],
  ['late', 'Atrasados'],
  ['adjusted', 'Ajustes'],
  ['total', 'Total'],
] as const

export function Sums({ totals }: { totals: WireTotals }) {
  return (
    <>
      <table className={css.sums} aria-label="Somas">
        <tbody>
          {sumTexts.map(([name, text]) => (
            <tr key={name} className={name === 'total' ? css.total : undefined}>
              <th scope="row">{text}</th>
              <td>{reaisText(totals[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {totals.fee_estimate !== null && (
        <p>{`Taxas estimadas da adquirente, fora do total: ${reaisText(totals.fee_estimate)}.`}</p>
      )}
    </>
  )
}

/** What 'Hoje' shows of the lot, with the same numbers. */
export function OfDay({ closing: { lines, totals } }: { closing: WireClosing }) {
  const { methods, total } = sumOfDay(lines, totals)
  const rows = [...methods, { text: 'Recebido hoje', value: total }]
  return (
    <table className={css.sums} aria-label="Do dia">
      <tbody>
        {rows.map(({ text, value }) => (
          <tr key={text}>
            <th scope="row">{text}</th>
            <td>{reaisText(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function Lines({ lines }: { lines: readonly WireClosingLine[] }) {
  if (lines.length === 0) return <p>Nenhum movimento neste dia.</p>
  return (
    <table className={css.lines} aria-label="Linhas">
      <thead>
        <tr>
          <th scope="col">Seção</th>
          <th scope="col">Forma</th>
          <th scope="col">Quantidade</th>
          <th scope="col">Valor</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={[line.section, line.method, line.brand, line.acquirer, line.of_day].join(' ')}>
            <th scope="row">
              {`${sections[line.section].text}${line.of_day === null ? '' : ` de ${dayText(line.of_day)}`}`}
            </th>
            <td>{nameOf(line)}</td>
            <td>{line.count}</td>
            <td>{reaisText(line.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** 'Cartão de crédito, Visa (cielo)' */
function nameOf({ method, brand, acquirer }: WireClosingLine): string {
  const name = method === null ? '—' : (lookUp(methods, method)?.receiptText ?? method)
  return `${name}${brand === null ? '' : `, ${brand}`}${acquirer === null ? '' : ` (${acquirer})`}`
}

export function Adjustments({ rows }: { rows: WireClosing['adjustments'] }) {
  if (rows.length === 0) return null
  return (
    <section>
      <h3>Ajustes</h3>
      <ul className={css.adjustments}>
        {rows.map((row, at) => (
          <li key={at}>{`${dayText(row.of_day)}: ${reaisText(row.value)}. ${row.reason} (${row.who})`}</li>
        ))}
      </ul>
    </section>
  )
}
