import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { formatTaxId } from '#kit/brazil.ts'
import { Button } from '#kit/web/Button.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import ops from '#staff/web/backoffice/Ops.module.css'
import { PrintedSlip } from '#ticket/web/backoffice/PrintedSlip.tsx'
import slipCss from '#ticket/web/backoffice/Slip.module.css'
import type { WireTaken } from '../../../backoffice.ts'
import { takeMethods, tillName } from '../../../states.ts'

/** What was taken, and the paper for the driver. */
export function TakenSlip({ taken, onPrinted }: { taken: WireTaken; onPrinted: () => void }) {
  const { amount, change } = taken
  return (
    <Panel title={`Recebido: R$\u00a0${amount.valueHuman}`}>
      {change !== null && <p className={ops.amount}>{`Troco: R$\u00a0${change.valueHuman}`}</p>}
      <Button
        type="button"
        onClick={() => {
          print()
          onPrinted()
        }}
      >
        Imprimir recibo
      </Button>
      <PrintedSlip>
        <SlipContent taken={taken} />
      </PrintedSlip>
    </Panel>
  )
}

function SlipContent({ taken }: { taken: WireTaken }) {
  const { slip, receipt, ticket, method, amount, received, change, at, time_zone: zone } = taken
  const { operator, lot, plate } = slip
  const lines = [
    `Entrada ${dateTimeText(slip.entered_at, zone)}${plate === null ? '' : `, placa ${plate}`}`,
    `${takeMethods[method].text}: R$\u00a0${amount.valueHuman}`,
    received && `Recebido: R$\u00a0${received.valueHuman}`,
    change && `Troco: R$\u00a0${change.valueHuman}`,
    `Pago em ${dateTimeText(at, zone)}`,
    `${tillName(slip.till_number)}, ${slip.person}`,
  ].filter((line) => line !== null)
  return (
    <>
      <p>{`${operator.name}${operator.cnpj === '' ? '' : `, CNPJ ${formatTaxId(operator.cnpj)}`}`}</p>
      <p className={slipCss.lot}>{lot}</p>
      <p>{`Recibo ${receipt}`}</p>
      <p className={slipCss.code}>{formatTicketCode(ticket)}</p>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {taken.exit_until !== null && (
        <p className={slipCss.code}>{`Sair até ${dateTimeText(taken.exit_until, zone)}`}</p>
      )}
      <img
        className={slipCss.barcode}
        src={`data:image/svg+xml,${encodeURIComponent(slip.barcode)}`}
        alt="Código de barras com o número do ticket, que as cancelas leem"
      />
    </>
  )
}
