import { readDraft, writeDraft } from '#kit/web/state/draft.ts'

/** Called when the payer was sent: the ticket with which an account was asked for, or none. */
export function writeAccountWish(ticket: string | undefined): void {
  writeDraft('accountWish', { ticket })
}

/** Whether the account was asked for with this ticket, and the box is still ticked. */
export function hasAccountWish(ticket: string | undefined): boolean {
  if (ticket === undefined || readDraft('accountWish')['ticket'] !== ticket) return false
  return readDraft('account')['shouldCreateAccount'] === true
}
