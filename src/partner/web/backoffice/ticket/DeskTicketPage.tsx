import { TicketScreen } from '#ticket/web/backoffice/TicketScreen.tsx'
import { TicketValidations } from './TicketValidations.tsx'
import { ValidateDialog } from './ValidateDialog.tsx'

/** A ticket at the desk, with what shops gave it. */
export default function DeskTicketPage() {
  return <TicketScreen Validations={TicketValidations} ValidateDialog={ValidateDialog} />
}
