import { groupCode } from '#checkout/groupCode.ts'
import { Button } from '#kit/web/Button.tsx'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { dateTimeText } from '#kit/web/time/instants.ts'
import type { ReadTicket } from '../lookUp.ts'

type Props = { found: readonly ReadTicket[]; onChoose: (read: ReadTicket) => void }

/** A barcode can be read in two ways (`scannedCodes`). */
export function WhichTicket({ found, onChoose }: Props) {
  return (
    <>
      <Situation tone="warn" title="Qual é o seu ticket?" takesFocus>
        <p>O código de barras pode ser de dois tickets. Confira o número impresso e a hora da entrada.</p>
      </Situation>
      {found.map((read) => (
        <Button key={read.ticket.code} look="plain" onClick={() => onChoose(read)}>
          {whichText(read)}
        </Button>
      ))}
    </>
  )
}

function whichText({ ticket }: ReadTicket): string {
  const { code, lot, entranceDateTime, time_zone } = ticket
  return `${groupCode(code)}, ${lot}, entrada ${dateTimeText(entranceDateTime, time_zone)}`
}
