import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { Panel } from '#kit/web/page/Page.tsx'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import type { WireExitQuestion } from '../../backoffice.ts'

/** Nothing is shown where there are none. */
export function ExitQuestions({ refusals }: { refusals: readonly WireExitQuestion[] }) {
  if (refusals.length === 0) return null
  return (
    <Panel title="Recusas na saída">
      <p>O equipamento perguntou por um carro sem ticket, e a cancela ficou fechada.</p>
      <ul>
        {refusals.map((refusal) => (
          <li key={`${refusal.at} ${refusal.device} ${refusal.read}`}>{refusalText(refusal)}</li>
        ))}
      </ul>
    </Panel>
  )
}

function refusalText({ at, time_zone: zone, lot, gate, device, read }: WireExitQuestion): string {
  const text = read === '' ? 'nada lido' : `lido ${formatTicketCode(read)}`
  return `${dateTimeText(at, zone)}: ${text}, ${gate} (${device}), ${lot}`
}
