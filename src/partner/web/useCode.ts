import { useState } from 'react'
import * as z from 'zod/mini'
import { setTicket } from '#checkout/web/customer.ts'
import { ticketCode, ticketCodeText } from '#checkout/ticketCode.ts'
import { call } from '#kit/web/call/call.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { CallFailure, failureText } from '#kit/web/failure.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify, notifyFailure } from '#kit/web/notice/notify.ts'
import { replaceWith } from '#kit/web/route/routes.ts'
import { takeProofIfDue } from '#session/web/human/takeProofIfDue.ts'
import { latestTicket } from '#ticket/web/fetchTicket.ts'
import { useShopCode as validateByCode } from '../contract.ts'
import { shopCode, shopCodeText } from '../shopCode.ts'

/** `of`: the field that is wrong, or the whole. */
type CodeProblem = { readonly of: 'code' | 'ticket' | 'all'; readonly text: string }

const unknownCodeText = 'Este código não existe. Confira as letras, ou peça outro à loja.'

/** Gives a shop's code to a ticket and opens its value. */
export function useCode() {
  const [problem, setProblem] = useState<CodeProblem | null>(null)
  const send = useOneAtATime(async (typedCode: string, typedTicket: string) => {
    const code = z.safeParse(shopCode, typedCode)
    const ticket = z.safeParse(ticketCode, typedTicket)
    if (!code.success) return setProblem({ of: 'code', text: code.error.issues[0]?.message ?? shopCodeText })
    if (!ticket.success)
      return setProblem({ of: 'ticket', text: ticket.error.issues[0]?.message ?? ticketCodeText })
    setProblem(null)
    try {
      await whileLoading(validate(code.data, ticket.data))
    } catch (failure) {
      const found = problemOf(failure)
      if (found === null) notifyFailure(failure)
      setProblem(found)
    }
  })
  return { problem, forget: () => setProblem(null), send }
}

async function validate(code: string, of: string): Promise<void> {
  const recaptcha = await takeProofIfDue()
  const { data } = await call(validateByCode, { body: { ticket: of, code, recaptcha } })
  const { ticket } = data
  setTicket(ticket)
  latestTicket.set({ ticket })
  replaceWith('ticket.value', { query: { ticket: ticket.code } })
  // The screen of a covered ticket says so itself.
  if (ticket.state !== 'covered')
    notify(`Convênio aplicado: agora R$\u00a0${ticket.valueHuman}`, 'success', 6_000)
}

/** Null where nobody refused: the connection or the server failed. */
function problemOf(failure: unknown): CodeProblem | null {
  if (!(failure instanceof CallFailure)) throw failure
  const { status, code, errors } = failure
  if (status < 400 || status >= 500 || status === 429) return null
  if (code === 'not_found') return { of: 'all', text: unknownCodeText }
  const text = failureText(failure)
  return { of: code === 'ticket_not_found' || errors['ticket'] ? 'ticket' : 'all', text }
}
