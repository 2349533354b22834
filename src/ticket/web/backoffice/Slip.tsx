import { Button } from '#kit/web/Button.tsx'
import { ShareButton } from '#kit/web/native/ShareButton.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import type { BackOfficeTicket } from '../../backoffice.ts'
import { PrintedSlip } from './PrintedSlip.tsx'
import css from './Slip.module.css'

type Props = { entity: BackOfficeTicket; slip: NonNullable<BackOfficeTicket['slip']> }

export function Slip({ entity, slip }: Props) {
  const { ticket } = entity
  return (
    <Panel title="Segunda via para o motorista">
      <PrintedSlip>
        <SlipContent entity={entity} slip={slip} />
      </PrintedSlip>
      <Button variant="plain" icon="ticket" onClick={() => window.print()}>
        Imprimir
      </Button>
      <ShareButton
        content={{
          title: `Ticket ${formatTicketCode(ticket.code)}`,
          text: `Consulte e pague o ticket ${formatTicketCode(ticket.code)} por aqui:`,
          url: slip.url,
        }}
      >
        Enviar link
      </ShareButton>
    </Panel>
  )
}

function SlipContent({ entity: { ticket, plate, replaces }, slip }: Props) {
  return (
    <>
      <p className={css.lot}>{ticket.lot}</p>
      <p className={css.code}>{formatTicketCode(ticket.code)}</p>
      <p>
        {`Entrada ${dateTimeText(ticket.entranceDateTime, ticket.time_zone)}${plate === null ? '' : `, placa ${plate}`}`}
      </p>
      <img
        className={css.barcode}
        src={`data:image/svg+xml,${encodeURIComponent(slip.barcode)}`}
        alt="Código de barras com o número do ticket, que as cancelas leem"
      />
      <img
        className={css.qrcode}
        src={`data:image/svg+xml,${encodeURIComponent(slip.qrcode)}`}
        alt="QR code do endereço em que este ticket é pago"
      />
      <p>Aponte a câmera do celular para o QR code para consultar e pagar.</p>
      {replaces !== null && <p>{`Substitui o ticket ${formatTicketCode(replaces)}.`}</p>}
    </>
  )
}
