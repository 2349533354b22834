import { type PortalClient, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'

/** How many receipts that name this ticket were mailed. */
export async function receiptsOf(client: PortalClient, code: string): Promise<number> {
  const mails = must(await client.get('/dev/mail')).body
  if (!Array.isArray(mails)) throw new Error('no mails')
  const receipts = mails.filter((mail) => textAt(mail, 'subject').startsWith('Recibo'))
  // The code is formatted in groups.
  return receipts.filter((mail) => textAt(mail, 'text').replaceAll(/[ .-]/g, '').includes(code)).length
}
